import { assert, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadOrderChanges } from '../../../src/load-order/comparing/changes.ts'
import { keyOf } from '../../../src/load-order/key.ts'
import { canTakeMods } from '../../../src/load-order/merging/changed-files.ts'
import { compareLists, type Take } from '../../../src/load-order/merging/compared-lists.ts'
import { type FileContent, type Merged, type MergedList, mergeLists } from '../../../src/load-order/merging/merge.ts'
import { modOfLine } from '../../../src/load-order/reading/modlist.ts'
import { orderedPlugin, statedPlugin } from '../../../src/load-order/reading/plugin-lines.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { isChanges } from '../../../src/load-order/rendering/sentence.ts'
import type { ModChanges, PluginChanges } from '../../../src/load-order/schemas.ts'
import { decodeText } from '../../../src/text/encoding.ts'
import { splitLines } from '../../../src/text/lines.ts'
import { madeModlist, madePlugins } from '../../support/profiles/generated-profiles.ts'

type Files = readonly FileContent[]
type Kinds = NonNullable<Take['mods']>

const ALL: Kinds = { added: true, removed: true, enabled: true, disabled: true, moved: true }

const read = (files: Files) =>
  readLoadOrder(
    files.map(({ name, content }) => ({ name, text: decodeText(content) })),
    { domain: null },
  )
const changes = (before: Files, after: Files) => loadOrderChanges(read(before), read(after), [])

function merge(base: Files, other: Files, take: Take): Merged & { result: FileContent[] } {
  const merged = mergeLists({ files: base, domain: null }, { files: other, domain: null }, take)
  if ('errors' in merged) throw new Error(JSON.stringify(merged.errors))
  const result = base.map((file) => merged.files.find(({ name }) => name === file.name) ?? file)
  return { ...merged, result }
}

const partOf = (part: 'mods' | 'plugins', before: Files, after: Files): ModChanges | PluginChanges | undefined => {
  const found = changes(before, after)[part]
  return isChanges<ModChanges | PluginChanges>(found) ? found : undefined
}

const entryName = (file: string, line: string): string | undefined => {
  if (file === 'modlist.txt') {
    const entry = modOfLine(line)
    return entry && `${entry.kind} ${keyOf(entry.name)}`
  }
  const name = (file === 'plugins.txt' ? statedPlugin : orderedPlugin)(line)
  return name && `mod ${keyOf(name)}`
}

/** Returns the lines of a file that do not name one of these entries. */
const otherLines = ({ name, content }: FileContent, taken: ReadonlySet<string>) =>
  splitLines(decodeText(content)).filter((line) => !taken.has(entryName(name, line) ?? ''))

/** Lines that a merge may add: an empty comment keeps the direction, an asterisk the form of plugins.txt. */
const isAdded = (line: string) => line === '#' || line === '*'

/** Checks the four properties for a pair of lists. `seed` chooses the changes that are taken. */
function check(part: 'mods' | 'plugins', base: Files, other: Files, seed: number): void {
  const found = partOf(part, base, other)
  const all = merge(base, other, { [part]: ALL })
  const left = partOf(part, all.result, other)
  if (found === undefined || left === undefined) return

  // If everything is taken, the only differences left are removed entries, which are off, and groups.
  expect({ ...left.counts, removed: 0, updated: 0, regrouped: 0 }).toEqual({
    added: 0,
    removed: 0,
    enabled: 0,
    disabled: 0,
    moved: 0,
    updated: 0,
    regrouped: 0,
  })
  const removed = left.removed.filter(({ enabled }) => enabled === true)
  expect(removed).toEqual([])

  // If nothing is taken, nothing changes.
  expect(merge(base, other, { [part]: { added: [], removed: false } }).files).toEqual([])

  // If one move is taken, exactly one move fewer is left.
  const one = found.moved[seed % Math.max(1, found.moved.length)]?.name
  if (one !== undefined) {
    const { result } = merge(base, other, { [part]: { moved: [one] } })
    const { added, removed, enabled, disabled, moved } = found.counts
    const left = { added, removed, enabled, disabled, moved: moved - 1 }
    expect(partOf(part, result, other)?.counts).toMatchObject(left)
  }

  // Lines that are not taken stay as they are, in their order.
  const some = <Entry>(entries: readonly Entry[], salt: number) =>
    entries.filter((_, at) => (seed >> ((at + salt) % 16)) & 1)
  const names = (entries: readonly { name: string }[], salt: number) => some(entries, salt).map(({ name }) => name)
  const take = {
    added: names(found.added, 0),
    removed: names(found.removed, 1),
    enabled: names(found.enabled, 2),
    disabled: names(found.disabled, 3),
    moved: names(found.moved, 4),
  }
  const { result } = merge(base, other, { [part]: take })
  const taken = new Set(Object.values(take).flatMap((names) => names.map((name) => `mod ${keyOf(name)}`)))
  for (const [at, file] of result.entries()) {
    const before = otherLines(base[at] as FileContent, taken)
    const after = otherLines(file, taken)
    expect(after.filter((line) => !isAdded(line))).toEqual(before.filter((line) => !isAdded(line)))
  }
}

const markOf = (content: Uint8Array) =>
  /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?/.exec(Buffer.from(content).toString('latin1'))?.[0] ?? ''

/** A modlist.txt into which changes can be taken: that of another program is refused. */
const ownModlist = madeModlist.filter(canTakeMods)

describe('a merge of any two lists', () => {
  it('takes exactly the requested changes of mods, and keeps all other lines', () => {
    assert(
      property(ownModlist, madeModlist, integer({ min: 0, max: 65_535 }), (base, other, seed) => {
        check('mods', [base], [other], seed)
      }),
      { numRuns: 100 },
    )
  })

  it('takes exactly the requested changes of plugins, and keeps all other lines', () => {
    assert(
      property(madePlugins, integer({ min: 0, max: 65_535 }), ([base = [], other = []], seed) => {
        check('plugins', base, other, seed)
      }),
      { numRuns: 100 },
    )
  })

  it('is the same if the lists have been read and compared before', () => {
    assert(
      property(madeModlist, madeModlist, madePlugins, (mods, others, [base = [], other = []]) => {
        const [one, two] = [
          { files: [mods, ...base], domain: null },
          { files: [others, ...other], domain: null },
        ] satisfies [MergedList, MergedList]
        const compared = compareLists(read(one.files), read(two.files))
        const merged = mergeLists(one, two, { mods: ALL, plugins: ALL })
        expect(mergeLists(one, two, { mods: ALL, plugins: ALL }, false, compared)).toEqual(merged)
      }),
      { numRuns: 100 },
    )
  })

  it('keeps the bytes of all lines, and the byte order mark, if it only moves mods', () => {
    assert(
      property(tuple(ownModlist, madeModlist), ([base, other]) => {
        const isRepeated = read([base]).notes.some(({ code }) => code === 'duplicate_mods')
        const [file] = merge([base], [other], { mods: { moved: true } }).files
        if (file === undefined || isRepeated) return
        const linesOf = ({ content }: FileContent) =>
          Buffer.from(content)
            .toString('latin1')
            .slice(markOf(content).length)
            .replaceAll('\0', '')
            .split(/[\r\n]+/)
            .filter((line) => line !== '')
        const added = linesOf(file).filter((line) => line !== '#')
        expect(added.sort()).toEqual(linesOf(base).sort())
        expect(markOf(file.content)).toBe(markOf(base.content))
      }),
      { numRuns: 100 },
    )
  })
})
