import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { it } from '../support/backup.ts'
import { readLines, writeChecked } from '../support/backup-lines.ts'
import { run } from '../support/commands/run.ts'
import { everythingStored } from '../support/database/query.ts'
import { startProgram } from '../support/processes/programs.ts'

/** A backup with rows of all tables but added games. */
const BACKUP = fileURLToPath(new URL('fixtures/1.0.0.backup.gz', import.meta.url))

/** A statement that adds a user if it is run. */
const INSERT = "INSERT INTO users (name, name_key, verified, created_at) VALUES ('Eve', 'eve', true, now())"

const COLUMNS = [
  `id") FROM STDIN; ${INSERT}; --`,
  `id) FROM STDIN; ${INSERT}; --`,
  'ctid',
  'ID',
  'sender',
  'no_column',
  '',
  '__proto__',
  'constructor',
]

interface Table {
  name: string
  columns: string[]
  rows: number
}

/** Writes the backup with changed tables in its first line, and the right checksum. */
async function writeTables(file: string, change: (tables: Table[]) => Table[]): Promise<void> {
  const [first = '', ...rest] = await readLines(BACKUP)
  const header = JSON.parse(first)
  await writeChecked(file, [JSON.stringify({ ...header, tables: change(header.tables) }), ...rest])
}

const DAMAGED = /^The backup is damaged: [^\n]*\. Nothing was changed\.$/

describe('an import', () => {
  it('refuses every table with a name that is not one of its columns, or with a column twice', async ({
    bare: empty,
    file,
  }) => {
    const before = await everythingStored(empty.url)
    const { tables }: { tables: Table[] } = JSON.parse((await readLines(BACKUP))[0] ?? '')
    const named = tables.map(({ name }, at) => [name, COLUMNS[at % COLUMNS.length] ?? ''] as const)
    for (const [table, name] of [
      ...named,
      ...COLUMNS.map((name) => ['passkeys', name] as const),
      ['lists', 'slug'] as const,
    ]) {
      await writeTables(file, (all) =>
        all.map((each) => (each.name === table ? { ...each, columns: each.columns.with(0, name) } : each)),
      )
      const outcome = await run(empty.url, 'import', file)
      expect({ table, name, ...outcome }).toEqual({
        ...{ table, name, status: 1, printed: '' },
        complained: expect.stringMatching(DAMAGED),
      })
    }
    expect(await everythingStored(empty.url)).toBe(before)
  })

  it.for([
    ['an id that is too large', '1\t1\thttps', '2147483648\t1\thttps'],
    ['a text for a number', '1\t1\thttps', '1\t1; DROP TABLE users\thttps'],
    ['a row with too few values', '3\t3\t\\N', '3\t3'],
    ['a row with too many values', 'https://id.example\tada', 'https://id.example\tada\tmore'],
    ['no value for a required column', 'https://id.example\tada', 'https://id.example\t\\N'],
    ['a NUL in a text', 'https://id.example\tada', 'https://id.example\t\\000'],
    ['a time that is none', '2999-01-01 00:00:00+00', 'soon'],
    ['the end of a table before its last row', '3\t0\t7\n', '\\.\n'],
    ['a user who is not there', '1\t1\thttps', '1\t77\thttps'],
    ['a path as the name of a file', '-plugins.txt\tplugins.txt', '-../a\t../a'],
    ['a line end in the name of a file', '-plugins.txt\tplugins.txt', '-a\\r\\nSet-Cookie: a\ta\\r\\nSet-Cookie: a'],
    ['a content that is not that of its hash', '2b5374', '2b5375'],
    ['a size that is not that of its content', '\tmodlist.txt\t19', '\tmodlist.txt\t18'],
    ['a path as a slug', '\tada-urliste\tada-urliste', '\t../admin\tada-urliste'],
    ['a number of a revision that is none', '1\t1\t2026-11-20', '1\t0\t2026-11-20'],
    ['a short hash of an owner key', '\\\\x20e332', '\\\\x20e3'],
  ] as const)('refuses %s, and changes nothing', async ([, text, replacement], { bare: empty, file }) => {
    const before = await everythingStored(empty.url)
    const backup = (await readLines(BACKUP)).join('\n')
    const changed = backup.replace(text, () => replacement)
    expect(changed).not.toBe(backup)
    await writeChecked(file, changed.split('\n'))
    const { status, printed, complained } = await run(empty.url, 'import', file)
    expect([status, printed]).toEqual([1, ''])
    expect(complained).toMatch(DAMAGED)
    expect(await everythingStored(empty.url)).toBe(before)
  })

  it('reads and writes no file of the machine through the embedded database', async ({ file }) => {
    const folder = await mkdtemp(join(dirname(file), 'machine-'))
    const [secret, written] = [join(folder, 'secret'), join(folder, 'written')]
    await writeFile(secret, 'a secret of the machine', { mode: 0o644 })
    await mkdir(join(folder, 'data'))
    for (const name of [`id) FROM '${secret}'; --`, `id) FROM PROGRAM 'touch ${written}'; --`]) {
      await writeTables(file, (all) => all.map((each) => ({ ...each, columns: each.columns.with(0, name) })))
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
