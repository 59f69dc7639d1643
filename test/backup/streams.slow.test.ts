import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { hasTerminal, runOnTerminal, shellWords } from '../commands/remote/terminal.ts'
import { printedBy } from '../support/commands/run.ts'
import { emptyDatabase } from '../support/database/postgres.ts'
import { query } from '../support/database/query.ts'
import { it } from '../support/it.ts'
import { startCommand, startProgram, wordsOf } from '../support/processes/programs.ts'
import { fillList } from '../support/requests/forms.ts'

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'catalog.backup')
}

/** Escape sequence that clears the line of a terminal. */
const CLEAR_LINE = '\u001b[2K'

const FILES = 'SELECT name, bytes, sha256(content) FROM files ORDER BY id'

describe('a backup', () => {
  it('can be piped from the standard output of export to the standard input of import', async ({ api, db: _, url }) => {
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': '+Sky UI\r\n'.repeat(50_000) }).expect(201)
    const empty = await emptyDatabase()
    await printedBy(empty, 'migrate')
    const [out, into] = [
      [`DATABASE_URL=${url}`, ...wordsOf('cli', ['export', '-'])],
      [`DATABASE_URL=${empty}`, ...wordsOf('cli', ['import', '-'])],
    ].map((words) => shellWords(['env', ...words]))
    const { status, out: printed, err } = await startCommand(['sh', '-c', `${out} | ${into}`], {}).exit

    const counts = '0 users, 0 tokens, 1 lists and 1 files.'
    expect([status, printed]).toEqual([0, `Imported ${counts}\n`])
    // Both commands write to standard error, in any order.
    const complained = err.trim().split('\n').toSorted()
    expect(complained).toEqual([`Exported ${counts}`, expect.stringMatching(/^Using the database /)])
    expect(await query(empty, FILES)).toEqual(await query(url, FILES))
  })

  it('changes nothing if it is cut off in a pipe', async ({ api, db: _, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const empty = await emptyDatabase()
    await printedBy(empty, 'migrate')
    const out = shellWords(['env', `DATABASE_URL=${url}`, ...wordsOf('cli', ['export', '-'])])
    const into = shellWords(['env', `DATABASE_URL=${empty}`, ...wordsOf('cli', ['import', '-'])])
    const { status, out: printed, err } = await startCommand(['sh', '-c', `${out} | head -c 200 | ${into}`], {}).exit

    expect([status, printed]).toEqual([1, ''])
    expect(err).toContain('The backup is damaged: its end is missing. Nothing was changed.')
    expect(await query(empty, FILES)).toEqual([])
  })
})

describe('the progress of a backup', () => {
  it.skipIf(!hasTerminal)('is shown on a terminal and cleared at the end', async ({ api, db: _, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const file = await newFile()
    const exported = await runOnTerminal('cli', { DATABASE_URL: url }, ['export', file]).exit
    const empty = await emptyDatabase()
    await printedBy(empty, 'migrate')
    const imported = await runOnTerminal('cli', { DATABASE_URL: empty }, ['import', file]).exit

    for (const { status, out } of [exported, imported]) {
      expect(status).toBe(0)
      const lines = out.split(CLEAR_LINE)
      expect(lines).toHaveLength(2)
      expect(lines[0]).toMatch(/=+ 100% \| 2 of 2 \| /)
      expect(lines[1]).toMatch(/^(Ex|Im)ported 0 users, 0 tokens, 1 lists and 1 files\.\r\n$/)
    }
  })

  it('is not shown if standard error is not a terminal', async ({ api, db: _, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const { status, out, err } = await startProgram('cli', { DATABASE_URL: url }, ['export', await newFile()]).exit
    expect([status, out, err]).toEqual([0, 'Exported 0 users, 0 tokens, 1 lists and 1 files.\n', ''])
  })
})
