import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { it } from '../support/backup.ts'
import { readLines, writeChecked } from '../support/backup-lines.ts'
import { printedBy, run } from '../support/commands/run.ts'
import { everythingStored } from '../support/database/query.ts'
import { startProgram } from '../support/processes/programs.ts'

/** A backup with records of all kinds and rows of all tables. */
const BACKUP = fileURLToPath(new URL('fixtures/version-4.backup.gz', import.meta.url))

const TABLES = [
  'passkeys',
  'identities',
  'suspensions',
  'reports',
  'more_reports',
  'blocked_files',
  'moderation_actions',
]

/** How a line of each kind of record begins, and of each table whose rows are copied. */
const KINDS = [
  '{',
  ...['user', 'token', 'file', 'list', 'revision', 'freedSlug', 'row'].map((kind) => `{"${kind}":{`),
  ...TABLES.map((table) => `{"row":{"table":"${table}","values":{`),
]

/** A statement that adds a user if it is run. */
const INSERT = "INSERT INTO users (name, name_key, verified, created_at) VALUES ('Eve', 'eve', true, now())"

const NAMES = [
  `id") SELECT 1; ${INSERT}; --`,
  `id) SELECT 1; ${INSERT}; --`,
  `id) SELECT (WITH added AS (${INSERT} RETURNING id) SELECT id FROM added) --`,
  'ctid',
  'ID',
  'sender',
  'no_column',
  '',
  '__proto__',
  'constructor',
]

const DAMAGED = /^The backup is damaged: [^\n]*\. Nothing was changed\.$/

describe('an import', () => {
  it.for(KINDS)('refuses a line %s... with a name that is not one of its columns', async (kind, { empty, file }) => {
    const before = await everythingStored(empty.url)
    const lines = await readLines(BACKUP)
    for (const name of NAMES) {
      const place = lines.findIndex((line) => line.startsWith(kind))
      const line = lines[place]?.replace(kind, `${kind}${JSON.stringify(name)}:null,`)
      await writeChecked(file, lines.with(place, line ?? ''))
      const outcome = await run(empty.url, 'import', file)
      expect({ name, ...outcome }).toEqual({ name, status: 1, printed: '', complained: expect.stringMatching(DAMAGED) })
    }
    expect(await everythingStored(empty.url)).toBe(before)
  })

  it.for([
    ['a table that is not copied', '"table":"passkeys"', '"table":"owner_keys"'],
    ['SQL for a table', '"table":"passkeys"', `"table":"passkeys; ${INSERT}; --"`],
    ['an id that is too large', '"passkeys","values":{"id":1,', '"passkeys","values":{"id":2147483648,'],
    ['a text for a number', '"counter":0', '"counter":"0; DROP TABLE users"'],
    ['an object for a text', '"name":"A browser"', '"name":{"a":1}'],
    [
      'a list for a text that is nested deeply',
      '"name":"A browser"',
      `"name":${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ],
    ['a NUL in a text', '"name":"A browser"', '"name":"\\u0000"'],
    ['no value for a required column', '"name":"A browser",', ''],
    ['a time that is none', '"until":"2999-01-01T00:00:00+00:00","reason"', '"until":"soon","reason"'],
    ['a user who is not there', '"user_id":1', '"user_id":77'],
    ['a path as the name of a file', '"cleanName":"plugins.txt"', '"cleanName":"../../.profile"'],
    ['a line end in the name of a file', '"cleanName":"plugins.txt"', '"cleanName":"a\\r\\nSet-Cookie: a"'],
    ['a path as a slug', '"slug":"ada-urliste"', '"slug":"../admin"'],
  ] as const)('refuses %s, and changes nothing', async ([, text, replacement], { empty, file }) => {
    const before = await everythingStored(empty.url)
    const lines = await readLines(BACKUP)
    const changed = lines.map((line) => line.replace(text, replacement))
    expect(changed).not.toEqual(lines)
    await writeChecked(file, changed)
    const { status, printed, complained } = await run(empty.url, 'import', file)
    expect([status, printed]).toEqual([1, ''])
    expect(complained).toMatch(DAMAGED)
    expect(await everythingStored(empty.url)).toBe(before)
  })

  it('stores texts that look like SQL as they are', async ({ db: _, empty, file }) => {
    const text = `'); ${INSERT}; -- $1 "`
    const lines = await readLines(BACKUP)
    const names = ['"name":"A browser"', '"name":"My List"', '"label":"laptop"', '"note":"a note"', '"subject":"ada"']
    const changed = lines.map((line) =>
      names.reduce((rest, name) => rest.replace(name, () => `${name.split(':')[0]}:${JSON.stringify(text)}`), line),
    )
    await writeChecked(file, changed)
    await printedBy(empty.url, 'import', file)
    expect(await empty.db.passkey.findMany()).toMatchObject([{ name: text }])
    expect(await empty.db.list.findMany({ where: { name: text } })).toHaveLength(2)
    expect(await empty.db.apiToken.count({ where: { label: text } })).toBe(1)
    expect(await empty.db.listRevision.count({ where: { note: text } })).toBe(1)
    expect(await empty.db.identity.count({ where: { subject: text } })).toBe(1)
    expect(await empty.db.user.count()).toBe(2)
  })

  it('reads and writes no file of the machine through the embedded database', async ({ file }) => {
    const folder = await mkdtemp(join(dirname(file), 'machine-'))
    const [secret, written] = [join(folder, 'secret'), join(folder, 'written')]
    await writeFile(secret, 'a secret of the machine', { mode: 0o644 })
    await mkdir(join(folder, 'data'))
    const reading = `id) SELECT pg_read_file('${secret}')::int; --`
    const writing = `id) SELECT 1; COPY (SELECT 1) TO PROGRAM 'touch ${written}'; --`
    const lines = await readLines(BACKUP)
    for (const name of [reading, writing]) {
      const start = '{"row":{"table":"passkeys","values":{'
      await writeChecked(
        file,
        lines.map((line) => line.replace(start, () => `${start}${JSON.stringify(name)}:null,`)),
      )
      const settings = { DATA_DIR: join(folder, 'data') }
      const { status, out, err } = await startProgram('cli', settings, ['import', file]).exit
      expect([status, out]).toEqual([1, ''])
      expect(err).toMatch(
        /^Using the database [^\n]*\nThe backup is damaged: a record is not valid\. Nothing was changed\.\n$/,
      )
    }
    expect(await readdir(folder)).toEqual(['data', 'secret'])
  })
})
