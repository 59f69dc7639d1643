import { EventEmitter, once } from 'node:events'
import * as net from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { type Database, openDatabase } from '../../../src/db/client.ts'
import { CatalogError } from '../../../src/errors.ts'
import { deadlines } from '../../../src/http/limits/deadline.ts'
import { createServer } from '../../../src/http/server.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it, options } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { FIELD_PARTS, FORM_TYPE, formBody } from '../../support/requests/parts.ts'
import { get, headOf, request, send, serve } from '../../support/requests/wire.ts'

/** Starts a server without a database: nothing listens on port 1. */
async function serveAlone(catalog: CompareContext): Promise<number> {
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => db.$disconnect())
  return serve({ ...catalog, db })
}

/** Uploads a list with one file. */
const upload = (port: number, file = 'a', ...more: string[]) =>
  send(
    port,
    request(
      headOf('POST /v1/lists', `Content-Type: ${FORM_TYPE}`, ...more),
      formBody([...FIELD_PARTS, ['name="files[]"; filename="a.txt"', file]]),
    ),
  )

const refusal = { status: 503, headers: expect.objectContaining({ 'retry-after': expect.any(String) }) }

it('without a database, every read returns 503 with Retry-After and a message without internal details', async ({
  catalog,
}) => {
  const port = await serveAlone(catalog)
  const lists = ['/v1/lists', '/v1/lists?page[size]=all', '/v1/lists/a', '/v1/compare', '/v1/compare/a/b']
  for (const path of [...lists, '/v1/games', '/v1/games/4', '/readyz']) {
    const { status, headers, text } = await get(port, path)

    const type = 'application/json; charset=utf-8'
    expect({ path, status, type: headers['content-type'] }).toEqual({ path, status: 503, type })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(text)).toEqual({ message: expect.stringMatching(/./) })
    expect(text).not.toMatch(/127\.0\.0\.1|prisma|ECONNREFUSED|postgres/i)
  }
})

it('without a database, a request with a token returns 503, not 401', async ({ catalog }) => {
  const port = await serveAlone(catalog)
  const token = 'Authorization: Bearer mlc_token'
  expect(await get(port, '/v1/user', token)).toMatchObject({ status: 503 })
  expect(await send(port, request(headOf('DELETE /v1/lists/a', token), ''))).toMatchObject({ status: 503 })
})

it('without a database, an upload returns 503', async ({ catalog }) => {
  const port = await serveAlone(catalog)
  for (const more of [[], ['Authorization: Bearer mlc_token']]) {
    expect(await upload(port, 'a\n'.repeat(500_000), ...more)).toMatchObject(refusal)
  }
})

it('without a database, requests that need no database are answered as usual', async ({ catalog }) => {
  const port = await serveAlone(catalog)
  for (const path of ['/', '/healthz', '/metrics', '/openapi.json']) {
    expect(await get(port, path)).toMatchObject({ status: 200 })
  }
  expect(await get(port, '/v1/nothing')).toMatchObject({ status: 404 })
  expect(await get(port, '/v1/lists?page[size]=0')).toMatchObject({ status: 422 })
})

it('the process keeps running, and requests return 503, while the database closes each new connection', async ({
  catalog,
}) => {
  const message = (type: string, body: string | number[]) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(4 + body.length)
    return Buffer.concat([Buffer.from(type), length, Buffer.from(body as string)])
  }
  const shutdown = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0')
  const welcome = Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', 'I'), shutdown])
  const fickle = net.createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(welcome))
  })
  onTestFinished(() => void fickle.close())
  await new Promise<void>((resolve) => fickle.listen(0, '127.0.0.1', resolve))
  const { port } = fickle.address() as net.AddressInfo
  const db = openDatabase(`postgresql://nobody@127.0.0.1:${port}/nothing`)
  onTestFinished(() => db.$disconnect())

  await expect(db.$transaction((transaction) => transaction.game.count())).rejects.toThrow()
  expect(await get(await serve({ ...catalog, db }), '/v1/games')).toMatchObject({ status: 503 })
})

it('cached and uncached reads of locked tables return 503 in time, and work again when the lock is released', async ({
  api,
  catalog,
  db,
  url,
}) => {
  await fillList(api.post('/v1/lists')).expect(201)
  const port = await serve(catalog)
  const cached = ['/v1/lists', '/v1/lists/my-list']
  const paths = [...cached, '/v1/lists?page[size]=7', '/v1/lists/other', '/v1/games', '/v1/compare/my-list/my-list']
  for (const path of cached) expect(await get(port, path)).toMatchObject({ status: 200 })
  await db.list.updateMany({ data: { description: 'Cached responses are stale now' } })

  const more = ['Accept-Encoding: gzip', 'Accept-Encoding: identity']
  const askAll = async () => {
    const began = performance.now()
    const answers = await Promise.all(paths.flatMap((path) => more.map((header) => get(port, path, header))))
    return { answers, took: performance.now() - began }
  }
  const usual = await askAll() // a busy machine is slower for everything
  const operator = new pg.Client({ connectionString: url })
  onTestFinished(() => operator.end())
  await operator.connect()
  await db.list.updateMany({ data: { description: 'Newly cached responses are stale now, too' } })
  await operator.query('BEGIN; LOCK TABLE lists, list_totals IN ACCESS EXCLUSIVE MODE')
  const { answers, took } = await askAll()
  expect(took).toBeLessThan(5_000 + usual.took)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  // The database now answers statements whose requests have already timed out.
  await operator.query('COMMIT')
  const statuses = await Promise.all(paths.map(async (path) => (await get(port, path)).status))
  expect(statuses).toEqual([200, 200, 200, 404, 200, 200])
})

it('an upload whose statements are slow together returns 503 in time, and is not stored later', async ({
  catalog,
  db,
}) => {
  await slowDown(db, 2.5, 'CREATE TRIGGER dawdle BEFORE INSERT ON files')
  await slowDown(db, 2.5, 'CREATE TRIGGER dawdle BEFORE INSERT ON lists')
  expect(await upload(await serve(catalog))).toMatchObject(refusal)
  const active = () => db.$queryRaw<unknown[]>`
    SELECT state FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`
  await expect.poll(active).toEqual([])
  expect(await storedRows(db)).toEqual(NOTHING_STORED)
})

it('an upload whose COMMIT takes too long returns 503, but can be stored', async ({ catalog, db }) => {
  await slowDown(db, 2.5, 'CREATE TRIGGER dawdle BEFORE INSERT ON lists')
  await slowDown(
    db,
    4,
    'CREATE CONSTRAINT TRIGGER commit AFTER INSERT ON lists DEFERRABLE INITIALLY DEFERRED FOR EACH ROW',
  )
  expect(await upload(await serve(catalog))).toMatchObject(refusal)
  await expect.poll(() => db.list.count()).toBe(1) // the response did not say that nothing was stored
})

it('a handler that sends its response after the 503 of the deadline logs no error', async () => {
  const messages: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void messages.push(JSON.parse(line).err.message) })
  const app = createServer({ ...options, logger, maxBodyBytes: 1 })
  onTestFinished(() => app.close())
  const events = new EventEmitter()
  await app.register(deadlines)
  app.get('/slow', async (_, reply) => {
    await once(events, 'refused')
    reply.code(200).send('late')
    events.emit('sent')
    return reply
  })

  expect((await app.inject('/slow')).statusCode).toBe(503)
  const sent = once(events, 'sent')
  events.emit('refused')
  await sent
  expect(messages).toEqual(['The database takes too long to answer. Try again in a moment.'])
})

it('the 503 of the deadline passes through an error handler that throws it again', async () => {
  const app = createServer({ ...options, maxBodyBytes: 1 })
  onTestFinished(() => app.close())
  await app.register(deadlines)
  app.get('/slow', {
    errorHandler: async (thrown) => {
      throw thrown
    },
    handler: () => new Promise(() => {}),
  })

  expect((await app.inject('/slow')).statusCode).toBe(503)
})

it('a form whose error page has to wait for the database as long as its handler returns 503 in time', async ({
  api,
  catalog,
  db,
  url,
}) => {
  await fillList(api.post('/v1/lists')).expect(201)
  const before = await storedRows(db)
  const proxy = await lateDatabase(url)
  const port = await serve({ ...catalog, db: proxy.db })
  const edit = () => {
    const head = headOf('POST /lists/my-list/edit', `Content-Type: ${FORM_TYPE}`, 'Accept: text/html')
    const key = `mlk_${'x'.repeat(43)}`
    return send(port, request(head, formBody([...FIELD_PARTS, ['name="owner_key"', key]])))
  }
  expect(await edit()).toMatchObject({ status: 422 }) // connects to the database
  proxy.delay(2_000)
  expect(await edit()).toMatchObject(refusal)
  proxy.delay(0)
  expect(await storedRows(db)).toEqual(before)
})

it('an error handler that sends its page after the 503 of the deadline logs no error', async () => {
  const messages: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void messages.push(JSON.parse(line).err.message) })
  const app = createServer({ ...options, logger, maxBodyBytes: 1 })
  onTestFinished(() => app.close())
  const events = new EventEmitter()
  await app.register(deadlines)
  app.get('/slow', {
    errorHandler: async (_thrown, _request, reply) => {
      await once(events, 'go on')
      reply.code(422).send('a page')
      events.emit('done')
    },
    handler: async () => {
      throw new CatalogError('forbidden', 'Forbidden.')
    },
  })

  expect((await app.inject('/slow')).statusCode).toBe(503)
  const done = once(events, 'done')
  events.emit('go on')
  await done
  expect(messages).toEqual(['The database takes too long to answer. Try again in a moment.'])
})

/** Returns a client of the database whose replies can be delayed by some milliseconds each, until the test ends. */
async function lateDatabase(url: string) {
  let delay = 0
  const { hostname, port } = new URL(url)
  const proxy = net.createServer((client) => {
    const database = net.connect(Number(port), hostname)
    client.on('error', () => {}).pipe(database)
    database.on('error', () => {}).on('data', (reply) => void setTimeout(() => client.write(reply), delay))
    client.once('close', () => database.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`
  const db = openDatabase(address.href)
  onTestFinished(async () => {
    await db.$disconnect()
    proxy.close()
  })
  return {
    db,
    delay(milliseconds: number) {
      delay = milliseconds
    },
  }
}

/** Makes statements that fire this trigger take some seconds longer, until the test ends. */
async function slowDown(db: Database, seconds: number, trigger: string) {
  const dawdle = `dawdle_${String(seconds).replace('.', '_')}`
  await db.$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION ${dawdle}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(${seconds}); RETURN NEW; END $$`,
  )
  onTestFinished(async () => void (await db.$executeRawUnsafe(`DROP FUNCTION IF EXISTS ${dawdle} CASCADE`)))
  await db.$executeRawUnsafe(`${trigger} EXECUTE FUNCTION ${dawdle}()`)
}
