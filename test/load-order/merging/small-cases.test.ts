import { describe, expect, it } from 'vitest'
import { loadOrderChanges } from '../../../src/load-order/comparing/changes.ts'
import type { TakenKinds } from '../../../src/load-order/merging/compared-lists.ts'
import { type FileContent, mergeLists } from '../../../src/load-order/merging/merge.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { isChanges } from '../../../src/load-order/rendering/sentence.ts'
import type { PluginChanges } from '../../../src/load-order/schemas.ts'

/** The plugins of plugins.txt and loadorder.txt, one letter each. Without a load order, the file is missing. */
type Plugins = readonly [on: string, order?: string]

const DOMAIN = 'oblivion'

const filesOf = (...texts: Plugins): FileContent[] =>
  texts.flatMap((letters, at) =>
    letters === undefined
      ? []
      : [
          {
            name: ['plugins.txt', 'loadorder.txt'][at] ?? '',
            content: Buffer.from([...letters].map((letter) => `${letter}.esp\n`).join('')),
          },
        ],
  )

const lettersIn = (content: Uint8Array | undefined) =>
  Buffer.from(content ?? [])
    .toString()
    .replaceAll(/\.esp\r?\n/g, '')

function merged(base: Plugins, other: Plugins, plugins: TakenKinds): Plugins {
  const files = filesOf(...base)
  const result = mergeLists({ files, domain: DOMAIN }, { files: filesOf(...other), domain: DOMAIN }, { plugins })
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  const [on = '', order] = files.map((file) =>
    lettersIn((result.files.find(({ name }) => name === file.name) ?? file).content),
  )
  return order === undefined ? [on] : [on, order]
}

const KINDS = ['added', 'removed', 'enabled', 'disabled', 'moved'] as const
const ALL = Object.fromEntries(KINDS.map((kind) => [kind, true]))

/** Returns all orders of some of the letters. */
const ordersOf = (letters: string): string[] => [
  '',
  ...[...letters].flatMap((letter) => ordersOf(letters.replace(letter, '')).map((rest) => letter + rest)),
]

const subsetsOf = (letters: string): string[] =>
  letters === '' ? [''] : subsetsOf(letters.slice(1)).flatMap((rest) => [rest, (letters[0] ?? '') + rest])

describe('the lines of plugins.txt after a merge in a game without asterisks', () => {
  it.each<[take: TakenKinds, base: Plugins, other: Plugins, result: Plugins]>([
    [ALL, ['A', 'ABC'], ['NCA', 'BNCA'], ['NCA', 'BNCA']],
    [{ added: true }, ['A', 'AB'], ['N', 'BN'], ['AN', 'ABN']],
    [{ moved: true }, ['AB', 'ABCD'], ['CDB'], ['AB', 'ACDB']],
    [{ moved: true, enabled: true }, ['AB', 'ABC'], ['CA', 'CBA'], ['CBA', 'CBA']],
    [{ enabled: true }, ['C', 'ABC'], ['ABC', 'ABC'], ['ABC', 'ABC']],
  ])(
    'go behind the nearest plugin before them in the new load order that has a line: %j',
    (take, base, other, result) => {
      expect(merged(base, other, take)).toEqual(result)
    },
  )

  it('are in the order of loadorder.txt if they were so before, in all small cases', () => {
    const takes = ['armde', 'ae', 'md'].map((chosen) => ({
      ...{ added: chosen.includes('a'), removed: chosen.includes('r'), moved: chosen.includes('m') },
      ...{ disabled: chosen.includes('d'), enabled: chosen.includes('e') },
    }))
    const broken: unknown[] = []
    let cases = 0
    for (const [order, others] of [
      ['AB', 'ABN'],
      ['ABC', 'CBN'],
    ] as const) {
      for (const [on, otherOrder] of subsetsOf(order).flatMap((on) =>
        ordersOf(others).map((other) => [on, other] as const),
      )) {
        for (const other of [
          ...subsetsOf(otherOrder).map((on): Plugins => [on, otherOrder]),
          [otherOrder] as Plugins,
        ]) {
          for (const take of takes) {
            const [newOn, newOrder = ''] = merged([on, order], other, take)
            const expected = [...newOrder].filter((letter) => newOn.includes(letter)).join('')
            if (newOn !== expected) broken.push({ on, order, other, take, newOn, newOrder })
            cases++
          }
        }
      }
    }
    expect(broken).toEqual([])
    expect(cases).toBeGreaterThan(3_000)
  })

  it('leave nothing to take but removed plugins, all of which are off, in all small cases', () => {
    const read = (files: FileContent[]) =>
      readLoadOrder(
        files.map(({ name, content }) => ({ name, text: Buffer.from(content).toString() })),
        { domain: DOMAIN },
      )
    const baseOf = (order: string) => subsetsOf(order).flatMap((on): Plugins[] => [[on, order], [on]])
    for (const base of baseOf('ABC')) {
      for (const otherOrder of ordersOf('ABN')) {
        const others: Plugins[] = [[otherOrder.slice(1), otherOrder], [otherOrder]]
        for (const other of others) {
          const result = read(filesOf(...merged(base, other, ALL)))
          const { plugins } = loadOrderChanges(result, read(filesOf(...other)), [])
          const found = isChanges<PluginChanges>(plugins) ? plugins : undefined
          // Without loadorder.txt, a plugin that is off has no line, so it can't be added.
          const added = base.length === 1 ? found?.counts.added : 0
          expect(found?.counts).toEqual({
            ...{ added, enabled: 0, disabled: 0, moved: 0 },
            removed: found?.counts.removed,
          })
          expect(found?.removed.filter(({ enabled }) => enabled)).toEqual([])
        }
      }
    }
  })
})
