import { array, assert, asyncProperty, constantFrom, dictionary } from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDiffer, type Files, filesOf, load } from '../../support/differ.ts'

const differ = createTestDiffer({ cacheBytes: 0 })
afterAll(() => differ.close())

type Profile = Record<string, string>

async function changesThrough(...profiles: Profile[]) {
  const loaded: string[] = []
  const steps = await differ.changes(
    profiles.map((profile) => ({ files: filesOf(profile), domain: null })),
    (file: Files[number]) => {
      loaded.push(file.cleanName)
      return load(file)
    },
  )
  const changes = steps.map(({ changes }) => changes)
  return { texts: changes.map((each) => JSON.stringify(each)), changes, loaded }
}

const lines = (...choices: string[]) => array(constantFrom(...choices), { maxLength: 6 }).map((all) => all.join('\n'))
const profile = dictionary(
  constantFrom('modlist.txt', 'Modlist.TXT', 'plugins.txt', 'loadorder.txt', 'a.ini', 'b.INI', 'readme.md'),
  lines('+A', '-A', '+B', '*C', '+S_separator', '# comment', '[s]', 'k=1', 'k=2', 'A', 'B', '\r'),
).map((files) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== 'Modlist.TXT' || !files['modlist.txt'])),
)

describe('the changes through several lists', () => {
  it('are the changes between each list and the next', async () => {
    await assert(
      asyncProperty(array(profile, { minLength: 2, maxLength: 5 }), async (profiles) => {
        const pairs = profiles.slice(1).map((after, at) => changesThrough(profiles[at] ?? {}, after))
        const expected = (await Promise.all(pairs)).flatMap(({ texts }) => texts)
        expect((await changesThrough(...profiles)).texts).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })

  it('load each file once, even if several lists have it', async () => {
    const one = { 'modlist.txt': '+A', 'plugins.txt': '*a.esp', 'a.ini': 'k=1', 'readme.md': 'one' }
    const two = { ...one, 'modlist.txt': '+A\n+B' }
    const { changes, loaded } = await changesThrough(one, two, one, { ...two, 'readme.md': 'two' })
    expect(loaded.toSorted()).toEqual([
      ...['a.ini', 'modlist.txt', 'modlist.txt', 'plugins.txt', 'readme.md', 'readme.md'],
    ])
    expect(changes.map(({ files }) => files.map(({ name }) => name))).toEqual([
      ['modlist.txt'],
      ['modlist.txt'],
      ['modlist.txt', 'readme.md'],
    ])
  })

  it('are empty for one list and for no list, and no file is read', async () => {
    expect(await changesThrough({ 'modlist.txt': '+A' })).toMatchObject({ changes: [], loaded: [] })
    expect((await changesThrough()).changes).toEqual([])
  })

  it('are cut from the oldest on if they exceed the limit of one comparison, with exact counts', async () => {
    const names = (from: number) =>
      Array.from({ length: 1_500 }, (_, at) => `+${'long'.repeat(60)}${from + at}`).join('\n')
    const separated = (from: number) => ({ 'modlist.txt': `${names(from)}\n+${'s'.repeat(240)}_separator` })
    const { texts, changes } = await changesThrough(...Array.from({ length: 11 }, (_, at) => separated(at * 10_000)))
    const shown = changes.map(({ mods }) => (mods !== null && 'counts' in mods ? mods : null))
    expect(shown.map((mods) => mods?.counts.added)).toEqual(Array.from({ length: 10 }, () => 1_500))
    const whole = shown.map((mods) => mods?.added.length === 1_500 && mods.removed.length === 1_500)
    expect(whole).toEqual([...Array.from({ length: 5 }, () => false), ...Array.from({ length: 5 }, () => true)])
    expect(shown[4]?.added.length).toBeGreaterThan(0)
    expect(shown[0]).toMatchObject({ added: [], removed: [], separators: { added: [], removed: [] } })
    expect(texts.join('').length).toBeLessThan(8 * 2 ** 20 + 10_000)
  })
})
