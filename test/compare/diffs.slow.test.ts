import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

type Files = Record<string, string | Buffer>

/** Uploads two lists with these files and returns their diffs. */
async function diffsOf(api: ReturnType<typeof supertest>, before: Files, after: Files): Promise<string[]> {
  const create = async (files: Files) => (await fillList(api.post('/v1/lists'), {}, files).expect(201)).body.data.slug
  const [slug1, slug2] = [await create(before), await create(after)]
  return (await api.get(`/v1/compare/${slug1}/${slug2}`).expect(200)).body.data.diffs
}

/** Removes the count of one-line hunks, which is optional. */
const shortCounts = (diff: string) => diff.replace(/^@@ .+? @@$/gm, (head) => head.replaceAll(/,1(?= )/g, ''))

describe('the diffs of two lists', () => {
  it('are in the order of the first list, followed by files that only the second has', async ({ api }) => {
    const diffs = await diffsOf(
      api,
      { 'z.txt': '1', 'gone.txt': '1', 'm.txt': '1', 'a.txt': '1' },
      { 'new.txt': '2', 'a.txt': '2', 'm.txt': '1', 'z.txt': '2', 'also.txt': '2' },
    )
    const names = diffs.map((diff) => /^--- ([^\n\t]+)/.exec(diff)?.[1])
    expect(names).toEqual(['z.txt', 'gone.txt', 'a.txt', 'new.txt', 'also.txt'])
  })

  it('pair files by name regardless of case, and use the name in the first list', async ({ api }) => {
    expect(await diffsOf(api, { 'ModList.txt': 'x\n' }, { 'modlist.TXT': 'x\n' })).toEqual([])
    const diffs = await diffsOf(api, { 'ModList.txt': 'x\n' }, { 'modlist.TXT': 'y\n' })
    expect(diffs.map(shortCounts)).toEqual(['--- ModList.txt\n+++ ModList.txt\n@@ -1 +1 @@\n-x\n+y\n'])
  })

  it('pair files by name regardless of Unicode normalisation', async ({ api }) => {
    const [composed, decomposed] = ['größe.txt', 'größe.txt'.normalize('NFD')]
    expect(await diffsOf(api, { [composed]: 'x\n' }, { [decomposed]: 'x\n' })).toEqual([])
    // Only the lower case letter has a composed form.
    expect(await diffsOf(api, { 'J\u030c': 'x\n' }, { '\u01f0': 'x\n' })).toEqual([])
    const diffs = await diffsOf(api, { [decomposed]: 'x\n' }, { [composed]: 'y\n' })
    expect(diffs.map(shortCounts)).toEqual([`--- ${decomposed}\n+++ ${decomposed}\n@@ -1 +1 @@\n-x\n+y\n`])
  })

  it('are empty for the same text with other line ends or encodings', async ({ api }) => {
    const text = 'één\nzwei\n\ntrois\n'
    const forms: Files[] = [
      text,
      text.replaceAll('\n', '\r\n'),
      text.replaceAll('\n', '\r'),
      `\ufeff${text}`,
      Buffer.from(text, 'latin1'),
      Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le'),
    ].map((content) => ({ 'a.txt': content }))

    for (const before of forms) {
      for (const after of forms) expect(await diffsOf(api, before, after)).toEqual([])
    }
  })
})
