import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { encodingsOf, storedProfile } from '../../../src/load-order/reading/stored-profile.ts'
import { CODE_PAGES } from '../../../src/text/code-pages.ts'
import { PAGE_NAMES } from '../../support/profiles/code-pages.ts'

const profileOf = (plugins: Uint8Array, loadorder?: string | Uint8Array) => ({
  files: [plugins, ...(loadorder === undefined ? [] : [Buffer.from(loadorder)])],
  names: ['Plugins.txt', 'loadorder.TXT'],
})
const encodingOfPlugins = (plugins: Uint8Array, loadorder?: string | Uint8Array) =>
  encodingsOf(profileOf(plugins, loadorder))[0]

const namesIn = (plugins: Uint8Array, loadorder?: string) =>
  readLoadOrder(storedProfile(profileOf(plugins, loadorder))).plugins?.map(
    ({ name, enabled }) => `${enabled ? '+' : '-'}${name}`,
  )

describe('the code page of plugins.txt', () => {
  it('is the one in which its lines name plugins of loadorder.txt', () => {
    const bytes = Buffer.from([0x2a, 0xc1, 0xf0, 0xee, 0xed, 0xff, 0x2e, 0x65, 0x73, 0x70])
    expect(namesIn(bytes, 'Броня.esp')).toEqual(['+Броня.esp'])
  })

  it.each(CODE_PAGES)('is found for names in %s, whatever the Unicode form of loadorder.txt', (page) => {
    const names = PAGE_NAMES[page]
    const bytes = iconv.encode(names.map((name) => `*${name}\r\n`).join(''), page)
    expect(namesIn(bytes, names.map((name) => name.replace('.es', '.ES').normalize('NFD')).join('\n'))).toHaveLength(
      names.length,
    )
    expect(encodingOfPlugins(bytes, names.join('\n'))).toBe(page)
  })

  it('is the first of the pages that fit equally many lines', () => {
    expect(encodingOfPlugins(iconv.encode('é.esp', 'windows-1250'), 'é.esp')).toBe('windows-1252')
    expect(encodingOfPlugins(iconv.encode('é.esp\nł.esp\nù.esp', 'windows-1250'), 'é.esp\nł.esp')).toBe('windows-1250')
  })

  it('is the one that fits most lines, wherever in the file these are', () => {
    const [few, many] = [
      Array.from({ length: 70 }, (_, at) => `é${at}.esp`),
      Array.from({ length: 71 }, (_, at) => `Я${at}.esp`),
    ]
    const bytes = Buffer.concat([
      iconv.encode(few.join('\n'), 'windows-1252'),
      Buffer.from('\n'),
      iconv.encode(many.join('\n'), 'windows-1251'),
    ])
    const order = [...few, ...many].join('\n')
    expect(encodingOfPlugins(bytes, order)).toBe('windows-1251')
    expect(encodingOfPlugins(bytes, order.replace('Я0.esp\n', '').replace('Я1.esp\n', ''))).toBe('windows-1252')
  })

  it.each([
    ['no line fits', 'Другое.esp'],
    ['loadorder.txt has ASCII alone', 'A.esp'],
    ['loadorder.txt is missing', undefined],
  ])('is windows-1252 if %s', (_, order) => {
    expect(encodingOfPlugins(iconv.encode('Броня.esp', 'windows-1251'), order)).toBe('windows-1252')
  })

  it('is not looked for in UTF-8, in UTF-16, in a file with a byte order mark, and in other files', () => {
    expect(encodingOfPlugins(Buffer.from('Броня.esp'), 'Броня.esp')).toBe('utf-8')
    expect(encodingOfPlugins(Buffer.from('A.esp'), 'Броня.esp')).toBe('utf-8')
    expect(encodingOfPlugins(iconv.encode('Броня.esp', 'utf16le', { addBOM: true }), 'Броня.esp')).toBe('utf-16le')
    const marked = Buffer.concat([Buffer.from('\uFEFF'), iconv.encode('Броня.esp', 'windows-1251')])
    expect(encodingOfPlugins(marked, 'Броня.esp')).toBe('windows-1252')
    const modlist = iconv.encode('+Броня', 'windows-1251')
    expect(
      encodingsOf({ files: [modlist, Buffer.from('Броня.esp')], names: ['modlist.txt', 'loadorder.txt'] })[0],
    ).toBe('windows-1252')
  })
})
