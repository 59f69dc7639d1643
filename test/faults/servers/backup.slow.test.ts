import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../../support/database/own.ts'
import { query } from '../../support/database/query.ts'
import { report } from '../../support/faults/traffic.ts'
import { peakMemory } from '../../support/processes/memory.ts'
import { startProgram } from '../../support/processes/programs.ts'

const LISTS = 10_000
const LARGE = 64
const MEMORY_MIB = 400

/** Runs a command and returns its exit, its seconds and its peak memory in MiB. */
async function measure(url: string, ...args: string[]) {
  const began = performance.now()
  const { child, exit } = startProgram('cli', { DATABASE_URL: url }, args)
  let peak = 0
  const sample = setInterval(() => {
    try {
      peak = Math.max(peak, peakMemory(child.pid))
    } catch {} // the process has ended
  }, 50)
  const ended = await exit
  clearInterval(sample)
  return { ...ended, peak, seconds: Math.round((performance.now() - began) / 1000) }
}

/** Returns a hash of every table. */
async function fingerprint(url: string) {
  const tables = ['users', 'api_tokens', 'lists', 'list_files', 'files']
  return Promise.all(
    tables.map(async (table) => {
      const sql = `SELECT count(*)::int AS rows, md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) AS sum FROM ${table} t`
      return [table, (await query(url, sql))[0]]
    }),
  )
}

it('a backup of 10,000 lists restores them exactly, in little memory', async () => {
  const [from, to] = [await ownDatabase(), await ownDatabase()]
  const folder = await mkdtemp(join(tmpdir(), 'catalog-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'catalog.backup')
  const seeds = [
    `INSERT INTO users (name, name_key, created_at) SELECT 'User ' || i, 'user ' || i, now() FROM generate_series(1, 100) AS i`,
    `INSERT INTO api_tokens (user_id, hash, abilities, created_at) SELECT i, sha256(i::text::bytea), '{read}', '2026-01-01' FROM generate_series(1, 100) AS i`,
    `INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, game_id, author_id)
      SELECT 'old-' || i, 'old', i, 'List ' || i, i % 7 = 0, '2026-01-01', '2026-01-01', 1 + i % 31, nullif(i % 101, 0) FROM generate_series(1, ${LISTS}) AS i`,
    `INSERT INTO files (hash, name, clean_name, bytes, content, created_at)
      SELECT hash, left(encode(hash, 'hex'), 32) || '-a.txt', 'a.txt', length(content), content, '2026-01-01' FROM (
        SELECT content, sha256('5:a.txt'::bytea || content) AS hash FROM (
          SELECT convert_to(repeat(md5(i::text) || E'\\r\\n', CASE WHEN i <= ${LARGE} THEN 30000 ELSE 1 + i % 60 END), 'UTF8') AS content
          FROM generate_series(1, ${LISTS}) AS i) AS c) AS h`,
    `INSERT INTO list_files (list_id, position, file_id) SELECT i, 0, i FROM generate_series(1, ${LISTS}) AS i`,
    // One file that all lists share.
    `INSERT INTO list_files (list_id, position, file_id) SELECT i, 1, ${LISTS} FROM generate_series(1, ${LISTS} - 1) AS i`,
    `UPDATE users SET created_at = date_trunc('milliseconds', created_at)`,
  ]
  for (const sql of seeds) await query(from, sql)

  const exported = await measure(from, 'export', file)
  expect([exported.status, exported.err]).toEqual([0, ''])

  // A truncated copy must leave nothing behind.
  const truncated = join(folder, 'truncated.backup')
  await writeFile(truncated, (await readFile(file)).subarray(0, (await stat(file)).size * 0.9))
  const refused = await measure(to, 'import', truncated)
  expect([refused.status, refused.out]).toEqual([1, ''])
  expect(refused.err).toMatch(/\nThe backup is damaged: its end is missing/)
  expect(await query(to, 'SELECT id FROM lists UNION ALL SELECT id FROM files UNION ALL SELECT id FROM users')).toEqual(
    [],
  )

  const imported = await measure(to, 'import', file)
  expect([imported.status, imported.err]).toEqual([0, expect.stringMatching(/^Using the database [^\n]*\n$/)])
  const [before, after] = [await fingerprint(from), await fingerprint(to)]
  report('backup and restore', {
    tried: LISTS,
    differing: JSON.stringify(before) === JSON.stringify(after) ? 0 : 'some',
    'export s': exported.seconds,
    'import s': imported.seconds,
    'peak MiB of export': exported.peak,
    'peak MiB of import': imported.peak,
  })
  expect(after).toEqual(before)
  expect(Math.max(exported.peak, imported.peak)).toBeLessThan(MEMORY_MIB)
})
