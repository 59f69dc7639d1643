import { describe, expect } from 'vitest'
import { shellWords } from '../commands/remote/terminal.ts'
import { it } from '../support/backup.ts'
import { query } from '../support/database/query.ts'
import { startCommand, wordsOf } from '../support/processes/programs.ts'
import { fillList } from '../support/requests/forms.ts'

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
