import { Prisma } from '../../../../src/db/generated/client.ts'

/** The most statements of one call that are recorded. Some functions try again until a row is found. */
const MOST = 20

/** A row in which each column is an empty array, which is true, has a length, and can be iterated. */
const row = () => new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : []) })

/**
 * Returns a stand-in for a database, a transaction or a connection, which passes on the text of each statement written by
 * hand. All of them find one row if `hasRows`, else none. Model calls find nothing.
 */
export function recorder(record: (text: string) => void, hasRows: boolean): unknown {
  let count = 0
  const note = (text: string) => {
    record(text)
    if (++count === MOST) throw new Error('Enough statements of this call are recorded.')
  }
  const found = async (text: string) => {
    note(text)
    return hasRows ? [row()] : []
  }
  const raw = (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
    found('text' in first ? first.text : Prisma.sql(first, ...values).text)
  const models = new Proxy({}, { get: (_, name) => async () => (name === 'findMany' ? [] : hasRows ? row() : null) })
  const known: Record<string, unknown> = {
    query: async (statement: string | { text: string; rowMode?: string }) => {
      const { text, rowMode } = typeof statement === 'string' ? { text: statement, rowMode: '' } : statement
      const rows = await found(text)
      return { rows: rowMode === 'array' ? rows.map(() => []) : rows, fields: [] }
    },
    $queryRaw: raw,
    $executeRaw: raw,
    $transaction: (work: (transaction: unknown) => unknown) => work(db),
    snapshots: { read: (callback: (error: null, snapshot: string) => void) => callback(null, '') },
  }
  const db: unknown = new Proxy(known, {
    get: (_, name) =>
      typeof name === 'symbol' || name === 'then' ? undefined : (known[name] ?? (name === 'pool' ? db : models)),
  })
  return db
}
