import { join } from 'node:path'
import { ts } from '@ts-morph/common'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyDatabase } from '../support/database/own.ts'
import { CHOICES, valuesFor } from '../support/database/statements/arguments.ts'
import { recorder } from '../support/database/statements/recorder.ts'
import { isMadeFrom, openSources, statementsIn, type Written } from '../support/database/statements/written.ts'

const { files, moduleOf, checker } = openSources()
const written = files.flatMap((file) => statementsIn(file, moduleOf(file)))

/** Calls each exported function of a file with made-up arguments, and returns the texts of the statements they send. */
async function sentBy(file: string): Promise<Set<string>> {
  const sent = new Set<string>()
  const functions = (await import(join(import.meta.dirname, '../../src', file))) as Record<string, unknown>
  const symbol = checker.getSymbolAtLocation(moduleOf(file))
  for (const exported of symbol ? checker.getExportsOfModule(symbol) : []) {
    const run = functions[exported.name]
    const [signature] = checker.getTypeOfSymbol(exported).getCallSignatures()
    if (typeof run !== 'function' || signature === undefined) continue
    for (const choice of CHOICES) {
      for (const hasRows of [true, false]) {
        const valueFor = valuesFor(
          checker,
          recorder((text) => sent.add(text), hasRows),
          choice,
        )
        const values = signature.getParameters().map((parameter) => valueFor(checker.getTypeOfSymbol(parameter)))
        await exhaust(run as Run, values).catch(() => {}) // a made-up row may lack what the function wants of it
      }
    }
  }
  return sent
}

type Run = (...values: unknown[]) => unknown

/** Calls a function, and reads all that it yields. */
async function exhaust(run: Run, values: unknown[]) {
  const result = await run(...values)
  if (result !== null && typeof result === 'object' && Symbol.asyncIterator in result)
    for await (const _ of result as AsyncIterable<unknown>);
}

/** Returns what PostgreSQL says against a statement; null if its tables, columns and types are right. */
async function faultOf(connection: pg.Client, text: string): Promise<string | null> {
  const isUtility = /^\s*(LOCK|SET|FETCH|CLOSE|VACUUM)\s/.test(text)
  if (/^\s*(FETCH|CLOSE)\s/.test(text)) return null // they name no table, but the cursor of another statement
  const prepared = `PREPARE one AS ${text.replace(/^\s*DECLARE \w+ NO SCROLL CURSOR FOR/, '')}`
  const inTransaction = !/^\s*VACUUM\s/.test(text)
  if (inTransaction) await connection.query('BEGIN')
  const fault = await connection.query(isUtility ? text : prepared).then(
    () => null,
    (error: Error) => error.message,
  )
  if (inTransaction) await connection.query('ROLLBACK')
  if (!isUtility && fault === null) await connection.query('DEALLOCATE one').catch(() => {})
  return fault
}

/**
 * Returns the statements that PostgreSQL refuses, and those of files of queries that no exported function sent. Services
 * send their few statements in their own tests.
 */
async function faultsIn(connection: pg.Client, names: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const file of names) {
    const sent = await sentBy(file)
    for (const text of sent) {
      const fault = await faultOf(connection, text)
      if (fault !== null) faults.push(`${file}: ${fault} in ${text.trim().replaceAll(/\s+/g, ' ')}`)
    }
    const isSent = (statement: Written) => [...sent].some((text) => isMadeFrom(statement, text))
    const unsent = written.filter((one) => one.file === file && file.endsWith('queries.ts') && !isSent(one))
    for (const statement of unsent) faults.push(`${file}:${statement.line}: no exported function of the file sends it`)
  }
  return faults
}

/** The most statements written by hand in a part, by its folder, and in all of src/ outside of src/db. */
const MOST: Record<string, number> = {
  accounts: 5,
  backup: 13,
  games: 1,
  lists: 25,
  moderation: 7,
  mods: 19,
  stats: 4,
}
const MOST_IN_ALL = 72

let connection: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  const copy = await copyDatabase()
  drop = copy.drop
  connection = new pg.Client({ connectionString: copy.url })
  await connection.connect()
})

afterAll(async () => {
  await connection.end()
  await drop()
})

describe('the statements written by hand', () => {
  it('name tables and columns that the migrations create', async () => {
    const names = [...new Set(written.map(({ file }) => file))]
    expect(names.length).toBeGreaterThan(10)
    expect(await faultsIn(connection, names)).toEqual([])
  })

  it('are few in each part, because Prisma says the rest', () => {
    const counts: Record<string, number> = {}
    for (const { file } of written) {
      const part = file.split('/')[0] ?? ''
      counts[part] = (counts[part] ?? 0) + 1
    }
    const over = Object.entries(counts).filter(([part, count]) => count > (MOST[part] ?? 0))
    expect(over).toEqual([])
    expect(written.length).toBeLessThanOrEqual(MOST_IN_ALL)
  })

  it.each([
    ['a table', 'statement`SELECT FROM lost_lists WHERE id = $1`', 'relation "lost_lists" does not exist'],
    ['a column', 'db.$executeRaw`DELETE FROM lists WHERE lost = 1`', 'column "lost" does not exist'],
    ['a table to lock', "'LOCK TABLE lost_lists'", 'relation "lost_lists" does not exist'],
    ['a column of a cursor', '`DECLARE x NO SCROLL CURSOR FOR SELECT lost FROM lists`', 'column "lost" does not exist'],
  ])('are found, and one that names %s that does not exist is refused', async (_, code, message) => {
    const source = ts.createSourceFile('queries.ts', `db.query(${code})`, ts.ScriptTarget.Latest, true)
    const [found] = statementsIn('queries.ts', source)

    expect(await faultOf(connection, found?.pieces.join('') ?? '')).toBe(message)
  })
})
