import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openOwnDatabase } from '../../support/database/own.ts'
import { ask, create, keepAsking, report, slowestOf } from '../../support/faults/traffic.ts'
import { startServer, stop } from '../../support/processes/programs.ts'

const EXPIRING = 5_000

/** Milliseconds between two writes of a writer, because other tests run during the wait for the sweep. */
const PAUSE_MS = 30

it('a sweep deletes thousands of lists within a minute, keeps shared files, and does not block writers', async () => {
  const { db, url } = await openOwnDatabase()
  const server = await startServer({ DATABASE_URL: url, WRITE_RATE_LIMIT: '0' })
  const { address } = server
  const upload = (name: string, files: Record<string, string>) => create(server, name, files, { expires: 'perm' })

  await upload('Kept', { 'shared.txt': 'shared' })
  // All lists expire at once. Each has its own file, and one that it shares with the list that stays.
  const expiry = new Date(Date.now() + 10_000)
  await db.$executeRaw`
    INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, game_id, expires_at)
    SELECT 'old-' || i, 'old', i, 'Old', false, now(), now(), 4, ${expiry} FROM generate_series(1, ${EXPIRING}::int) AS i`
  await db.$executeRaw`
    INSERT INTO files (hash, name, clean_name, bytes, content, created_at)
    SELECT sha256(i::text::bytea), i || '-own.txt', 'own.txt', 3, 'own', now() FROM generate_series(1, ${EXPIRING}::int) AS i`
  await db.$executeRaw`
    INSERT INTO list_files (list_id, position, file_id) SELECT l.id, 0, f.id FROM lists l
    JOIN files f ON f.name = l.slug_number || '-own.txt' WHERE l.slug_base = 'old'`
  await db.$executeRaw`
    INSERT INTO list_files (list_id, position, file_id) SELECT l.id, 1, f.id FROM lists l, files f
    WHERE l.slug_base = 'old' AND f.clean_name = 'shared.txt'`

  const reads: { at: number; until: number; status: number }[] = []
  while (Date.now() < expiry.getTime() + 1_000) {
    const at = Date.now()
    const { status } = await ask(`${address}/v1/lists/old-1`)
    reads.push({ at, until: Date.now(), status })
  }
  const tooEarly = reads.filter(({ until, status }) => status === 404 && until < expiry.getTime()).length
  const tooLate = reads.filter(({ at, status }) => status === 200 && at > expiry.getTime()).length
  expect(reads[0]?.status).toBe(200)

  const traffic = keepAsking(4, async (number) => {
    await delay(PAUSE_MS)
    return upload(`New ${number}`, { 'new.txt': `${number % 50}`, 'shared.txt': 'shared' })
  })
  await expect.poll(() => db.list.count({ where: { slugBase: 'old' } }), { timeout: 75_000, interval: 200 }).toBe(0)
  await expect
    .poll(() => db.file.count({ where: { cleanName: 'own.txt' } }), { timeout: 30_000, interval: 200 })
    .toBe(0)
  const writes = await traffic.stop()
  const refused = writes.filter(({ status }) => status !== 201).length
  const shared = (await ask(`${address}/v1/lists/kept`)).body

  report('sweep during writes', {
    tried: EXPIRING,
    'read too early': tooEarly,
    'read too late': tooLate,
    'swept after s': Math.round((Date.now() - expiry.getTime()) / 1000),
    writes: writes.length,
    'writes refused': refused,
    'slowest write ms': slowestOf(writes),
  })
  expect({ tooEarly, tooLate, refused }).toEqual({ tooEarly: 0, tooLate: 0, refused: 0 })
  expect(JSON.parse(shared).data.files[0].content).toEqual(['shared'])
  await stop(server)
})
