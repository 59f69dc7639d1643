import { assert, constantFrom, property, record, shuffledSubarray, subarray } from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import type { Take } from '../../../src/load-order/merging/compared-lists.ts'
import { type FileContent, mergeLists } from '../../../src/load-order/merging/merge.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { storedProfile } from '../../../src/load-order/reading/stored-profile.ts'
import { CODE_PAGES, type CodePage } from '../../../src/text/code-pages.ts'
import { PAGE_NAMES } from '../../support/profiles/code-pages.ts'

const filesOf = (plugins: string, loadorder: string, page: CodePage | 'utf8'): FileContent[] => [
  { name: 'plugins.txt', content: iconv.encode(plugins, page) },
  { name: 'loadorder.txt', content: Buffer.from(loadorder) },
]

const merge = (
  base: FileContent[],
  other: FileContent[],
  take: Take['plugins'],
  domain = 'starfield',
  leavesOut = false,
) => mergeLists({ files: base, domain }, { files: other, domain }, { plugins: take }, leavesOut)

const read = (files: readonly FileContent[], domain: string) =>
  readLoadOrder(storedProfile({ files: files.map(({ content }) => content), names: files.map(({ name }) => name) }), {
    domain,
  }).plugins?.map(({ name, enabled }) => `${enabled ? '+' : '-'}${name.normalize('NFC')}`)

describe('a merge into a plugins.txt in a code page', () => {
  const base = filesOf('*Броня.esp\r\n', 'Броня.esp\r\n', 'windows-1251')

  it('writes new names in that page, and keeps the bytes of the other lines', () => {
    const merged = merge(base, filesOf('*Броня.esp\n*Новый.esp\n', 'Броня.esp\nНовый.esp\n', 'utf8'), { added: true })
    const added = [0x2a, 0xcd, 0xee, 0xe2, 0xfb, 0xe9, 0x2e, 0x65, 0x73, 0x70]
    expect('files' in merged && merged.files.map(({ content }) => Buffer.from(content))).toEqual([
      Buffer.from([0x2a, 0xc1, 0xf0, 0xee, 0xed, 0xff, 0x2e, 0x65, 0x73, 0x70, 13, 10, ...added, 13, 10]),
      Buffer.from('Броня.esp\r\nНовый.esp\r\n'),
    ])
  })

  it.each([true, ['Łódź.esp', 'Новый.esp']])('is refused if the page lacks letters of a taken name: %j', (added) => {
    const other = filesOf('*Броня.esp\n*Łódź.esp\n*Новый.esp\n', 'Броня.esp\nŁódź.esp\nНовый.esp\n', 'utf8')
    expect(merge(base, other, { added })).toEqual({
      errors: { 'take.plugins.added': [`plugins.txt can't hold the name "Łódź.esp".`] },
    })
    const left = merge(base, other, { added }, 'starfield', true)
    expect(left).toMatchObject({
      leftOut: [{ name: 'Łódź.esp', file: 'plugins.txt' }],
      taken: { plugins: { added: 1 } },
    })
    expect('files' in left && read(left.files, 'starfield')).toEqual(['+Броня.esp', '+Новый.esp'])
  })

  it('is refused if a plugin is switched on whose name only loadorder.txt can hold', () => {
    const old = filesOf('Броня.esp\n', '한글.esp\nБроня.esp\n', 'windows-1251')
    const other = filesOf('한글.esp\nБроня.esp\n', '한글.esp\nБроня.esp\n', 'utf8')
    const errors = { 'take.plugins.enabled': [`plugins.txt can't hold the name "한글.esp".`] }
    expect(merge(old, other, { enabled: true }, 'oblivion')).toEqual({ errors })
    expect(merge(old, other, { enabled: true }, 'oblivion', true)).toMatchObject({
      ...{ files: [], leftOut: [{ name: '한글.esp', file: 'plugins.txt' }], taken: { plugins: { enabled: 0 } } },
    })
  })

  it('is refused if the remaining lines no longer show the page', () => {
    const old = filesOf('é.esp\nł.esp\nů.esp\n', 'é.esp\nł.esp\n', 'windows-1250')
    const other = filesOf('é.esp\nů.esp\n', 'é.esp\nł.esp\nů.esp\n', 'utf8')
    expect(merge(old, other, { disabled: true }, 'oblivion')).toMatchObject({ errors: { 'take.plugins': [{}] } })
  })
})

const choice = (page: CodePage) => {
  const [shown = '', ...rest] = PAGE_NAMES[page]
  const names = [...rest, 'A.esp', 'B.esp']
  /** The first name shows the page, so that it is in all files, and on. */
  const withShown = (some: string[]) => some.toSpliced(some.length >> 1, 0, shown)
  return record({
    order: shuffledSubarray(names, { minLength: 2 }),
    on: subarray(names),
    otherOrder: shuffledSubarray(names, { minLength: 2 }),
    otherOn: subarray(names),
    take: record({
      ...{ added: constantFrom(true, false), removed: constantFrom(true, false), enabled: constantFrom(true, false) },
      ...{ disabled: constantFrom(true, false), moved: constantFrom(true, false) },
    }),
    end: constantFrom('\n', '\r\n'),
  }).map(({ order, on, otherOrder, otherOn, ...rest }) => ({
    ...{ order: withShown(order), on: withShown(on), otherOrder: withShown(otherOrder), otherOn: withShown(otherOn) },
    ...rest,
  }))
}

describe.each(CODE_PAGES)('any merge in %s', (page) => {
  it.each(['starfield', 'oblivion'])(
    'gives what was asked, and keeps the bytes of all other lines, in %s',
    (domain) => {
      const linesOf = (order: string[], on: string[]) =>
        domain === 'starfield'
          ? order.map((name) => (on.includes(name) ? `*${name}` : name))
          : order.filter((name) => on.includes(name))
      assert(
        property(choice(page), ({ order, on, otherOrder, otherOn, take, end }) => {
          const lines = ['# …', ...linesOf(order, on)]
          const base = filesOf(lines.join(end) + end, order.join(end) + end, page)
          const other = filesOf(linesOf(otherOrder, otherOn).join('\n'), otherOrder.join('\n'), 'utf8')
          const merged = merge(base, other, take, domain)
          if ('errors' in merged) throw new Error(JSON.stringify(merged.errors))
          const result = base.map((file) => merged.files.find(({ name }) => name === file.name) ?? file)

          // In UTF-8, the same merge has the same result. The other properties of a merge hold in any encoding.
          const inUtf8 = filesOf(lines.join(end) + end, order.join(end) + end, 'utf8')
          const same = merge(inUtf8, other, take, domain)
          const expected = inUtf8.map(
            (file) => ('files' in same && same.files.find(({ name }) => name === file.name)) || file,
          )
          expect(read(result, domain)).toEqual(read(expected, domain))
          expect(Buffer.from(result[0]?.content ?? [])).toEqual(
            iconv.encode(Buffer.from(expected[0]?.content ?? []).toString(), page),
          )
          expect(result[1]).toEqual(expected[1])
        }),
        { numRuns: 15 },
      )
    },
  )
})
