import pg from 'pg'

/**
 * Names the committed state of the database that a statement sees: equal names, equal data. It is made of which
 * transactions are visible, so that writers pay nothing and no write can be missed; the start of the server tells
 * apart what a restart could repeat.
 */
export const STATE = `pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text`

export interface StateReader {
  /** Tells the state as of now or later. */
  read(done: (fault: Error | null, state: string) => void): void
  /**
   * Another number after the connection was lost. What was kept before must not be trusted then: a crash of the
   * database may have taken back commits that were not durable, and given their numbers to others.
   */
  readonly epoch: number
  end(): Promise<void>
}

/** A database that takes longer is as good as away, for all who wait: they ask for what they came for, each by itself. */
const PATIENCE_MS = 1_500

/** A question waits for no more turns of the event loop than these. */
const TURNS = 2

const QUESTION = { name: 'state', text: `SELECT ${STATE}`, rowMode: 'array' as const }

/** Asks by a connection of its own. A question that starts after they came answers all who wait. */
export function openStateReader(settings: pg.ClientConfig): StateReader {
  let connection: Promise<pg.Client> | undefined
  let epoch = 0
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
    epoch++
    lost.then((client) => client.end()).catch(() => {})
  }

  async function question(): Promise<string> {
    if (hasEnded) throw new Error('Connection terminated')
    const asked = connection ?? connect()
    try {
      const { rows } = await (await asked).query<string[]>(QUESTION)
      return rows[0]?.[0] ?? ''
    } catch (fault) {
      lose(asked)
      throw fault
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
    const answer = (fault: Error | null, state: string) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      for (const done of asked) done(fault, state)
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
      (state) => answer(null, state),
      (fault: Error) => answer(fault, ''),
    )
  }

  return {
    read: (done) => {
      waiting.push(done)
      if (isAsking) return
      isAsking = true
      askSoon()
    },
    get epoch() {
      return epoch
    },
    end: async () => {
      hasEnded = true
      await connection?.then((client) => client.end()).catch(() => {})
    },
  }
}
