import pg from 'pg'
import { Prisma } from './generated/client.ts'

/**
 * Names the snapshot of the database that a statement sees: equal names, equal data. It is made of which
 * transactions are visible, so that writers pay nothing and no write can be missed; the start of the server tells
 * apart what a restart could repeat.
 */
export const SNAPSHOT = Prisma.sql`pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text`

export interface StateReader {
  /** Finds the snapshot as of now or later. */
  read(callback: (error: Error | null, snapshot: string) => void): void
  /**
   * The connection generation: another number after the connection was lost. What was cached before must not be trusted
   * then: a crash of the database may have taken back commits that were not durable, and given their numbers to others.
   */
  readonly generation: number
  /** Asks something small on the same connection, which no other request holds: the answer tells that the database is there. */
  query(sql: string): Promise<Record<string, unknown>[]>
  end(): Promise<void>
}

/** A database that takes longer is as good as away, for all who wait: they ask for what they came for, each by itself. */
const PATIENCE_MS = 1_500

/** A question waits for no more turns of the event loop than these. */
const TURNS = 2

const QUESTION = { name: 'state', text: `SELECT ${SNAPSHOT.text}`, rowMode: 'array' as const }

/** Asks by a connection of its own. A question that starts after they came answers all who wait. */
export function openStateReader(settings: pg.ClientConfig): StateReader {
  let connection: Promise<pg.Client> | undefined
  let generation = 0
  let waiting: Parameters<StateReader['read']>[0][] = []
  let isAsking = false
  let hasEnded = false

  function connect(): Promise<pg.Client> {
    const client = new pg.Client(settings)
    client.on('error', () => lose(opened))
    client.on('end', () => lose(opened))
    const opened = client.connect().then(() => client)
    connection = opened
    return opened
  }

  function lose(lost: Promise<pg.Client>) {
    if (connection !== lost) return
    connection = undefined
    generation++
    lost.then((client) => client.end()).catch(() => {})
  }

  async function question(): Promise<string> {
    if (hasEnded) throw new Error('Connection terminated')
    const asked = connection ?? connect()
    try {
      const { rows } = await (await asked).query<string[]>(QUESTION)
      return rows[0]?.[0] ?? ''
    } catch (error) {
      lose(asked)
      throw error
    }
  }

  /** A question of the state that takes too long gives the connection up, whatever else is asked on it: then once more. */
  async function query(sql: string, attempts = 2): Promise<Record<string, unknown>[]> {
    if (hasEnded) throw new Error('Connection terminated')
    const asked = connection ?? connect()
    try {
      return (await (await asked).query(sql)).rows
    } catch (error) {
      if (error instanceof pg.DatabaseError) throw error
      lose(asked)
      if (attempts === 1) throw error
      return query(sql, attempts - 1)
    }
  }

  /** As long as more come along with each turn of the event loop, they share the question. */
  function askSoon(turns = TURNS) {
    const { length } = waiting
    setImmediate(() => {
      if (turns > 0 && waiting.length > length) askSoon(turns - 1)
      else ask()
    })
  }

  function ask() {
    const asked = waiting
    waiting = []
    let isOver = false
    const answer = (error: Error | null, snapshot: string) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      for (const callback of asked) callback(error, snapshot)
      if (waiting.length > 0) askSoon()
      else isAsking = false
    }
    const giveUp = () => {
      if (connection !== undefined) lose(connection)
      asked.push(...waiting.splice(0)) // they have waited for this one, too
      answer(new Error('Connection terminated: the database takes too long to answer.'), '')
    }
    const timer = setTimeout(giveUp, PATIENCE_MS)
    question().then(
      (snapshot) => answer(null, snapshot),
      (error: Error) => answer(error, ''),
    )
  }

  return {
    read: (callback) => {
      waiting.push(callback)
      if (isAsking) return
      isAsking = true
      askSoon()
    },
    query: (sql) => query(sql),
    get generation() {
      return generation
    },
    end: async () => {
      hasEnded = true
      await connection?.then((client) => client.end()).catch(() => {})
    },
  }
}
