import { describe, expect } from 'vitest'
import { hasTerminal, runOnTerminal, shellWords } from '../commands/remote/terminal.ts'
import { it } from '../support/backup.ts'
import { query } from '../support/database/query.ts'
import { startCommand, startProgram, wordsOf } from '../support/processes/programs.ts'
import { fillList } from '../support/requests/forms.ts'

/** Escape sequence that clears the line of a terminal. */
const CLEAR_LINE = '\u001b[2K'

const FILES = 'SELECT name, bytes, sha256(content) FROM files ORDER BY id'

/** Runs an export in a pipe with an import. Between them, `filter` may change the backup. */
function pipe(url: string, empty: { url: string }, filter = 'cat') {
  const out = shellWords(['env', `DATABASE_URL=${url}`, ...wordsOf('cli', ['export', '-'])])
  const into = shellWords(['env', `DATABASE_URL=${empty.url}`, ...wordsOf('cli', ['import', '-'])])
  return startCommand(['sh', '-c', `${out} | ${filter} | ${into}`], {}).exit
}

describe('a backup', () => {
  it('can be piped from the standard output of export to the standard input of import', async ({ api, empty, url }) => {
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': '+Sky UI\r\n'.repeat(50_000) }).expect(201)
    const { status, out: printed, err } = await pipe(url, empty)

    const counts = '0 users, 0 tokens, 1 list and 1 file.'
    expect([status, printed]).toEqual([0, `Imported ${counts}\n`])
    // Both commands write to standard error, in any order.
    const complained = err.trim().split('\n').toSorted()
    expect(complained).toEqual([`Exported ${counts}`, expect.stringMatching(/^Using the database /)])
    expect(await query(empty.url, FILES)).toEqual(await query(url, FILES))
  })

  it('changes nothing if it is cut off in a pipe', async ({ api, empty, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const { status, out: printed, err } = await pipe(url, empty, 'head -c 200')

    expect([status, printed]).toEqual([1, ''])
    expect(err).toContain('The backup is damaged: its end is missing. Nothing was changed.')
    expect(await query(empty.url, FILES)).toEqual([])
  })
})

describe('the progress of a backup', () => {
  it.skipIf(!hasTerminal)('is shown on a terminal and cleared at the end', async ({ api, empty, file, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const exported = await runOnTerminal('cli', { DATABASE_URL: url }, ['export', file]).exit
    const imported = await runOnTerminal('cli', { DATABASE_URL: empty.url }, ['import', file]).exit

    for (const { status, out } of [exported, imported]) {
      expect(status).toBe(0)
      const lines = out.split(CLEAR_LINE)
      expect(lines).toHaveLength(2)
      expect(lines[0]).toMatch(/\[=+\] 100% \| 5 of 5\r?$/)
      expect(lines[1]).toMatch(/^(Ex|Im)ported 0 users, 0 tokens, 1 list and 1 file\.\r\n$/)
    }
  })

  it('is not shown if standard error is not a terminal', async ({ api, file, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const { status, out, err } = await startProgram('cli', { DATABASE_URL: url }, ['export', file]).exit
    expect([status, out, err]).toEqual([0, 'Exported 0 users, 0 tokens, 1 list and 1 file.\n', ''])
  })
})
