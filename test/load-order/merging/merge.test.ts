import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import type { Take } from '../../../src/load-order/merging/compared-lists.ts'
import { type FileContent, mergeLists } from '../../../src/load-order/merging/merge.ts'

const filesOf = (profile: Record<string, string | Uint8Array>): FileContent[] =>
  Object.entries(profile).map(([name, content]) => ({ name, content: Buffer.from(content) }))

type Profile = Record<string, string | Uint8Array>

function merge(base: Profile, other: Profile, take: Take, domain: string | null = 'skyrimspecialedition') {
  const merged = mergeLists({ files: filesOf(base), domain }, { files: filesOf(other), domain }, take)
  if ('errors' in merged) return { errors: merged.errors, files: {} as Record<string, Buffer> }
  return { ...merged, files: Object.fromEntries(merged.files.map(({ name, content }) => [name, Buffer.from(content)])) }
}

const textOf = (result: { files: Record<string, Buffer> }, name = 'modlist.txt') => result.files[name]?.toString()

const ALL = { added: true, removed: true, enabled: true, disabled: true, moved: true }

describe('a merge of mods', () => {
  const base = '# Generated\r\n+Top\r\n+SkyUI\r\n-Campfire\r\n+Tools_separator\r\n*DLC: Dawnguard\r\n+SKSE\r\n'
  const other = '+SkyUI\n+Top\n-Frostfall\n+Campfire\n+SKSE\n'

  it('changes marks, moves and adds lines, and keeps comments, separators and unmanaged entries', () => {
    const merged = merge({ 'modlist.txt': base }, { 'modlist.txt': other }, { mods: ALL })
    expect(textOf(merged)).toBe(
      '# Generated\r\n+SkyUI\r\n+Top\r\n-Frostfall\r\n+Campfire\r\n+Tools_separator\r\n*DLC: Dawnguard\r\n+SKSE\r\n',
    )
    expect(merged).toMatchObject({
      taken: { mods: { added: 1, removed: 0, enabled: 1, disabled: 0, moved: 1 }, plugins: { added: 0 } },
      toInstall: [{ name: 'Frostfall', version: null, source: null }],
    })
  })

  it('takes only the named changes, with names in any case', () => {
    const merged = merge({ 'modlist.txt': base }, { 'modlist.txt': other }, { mods: { enabled: ['CAMPFIRE'] } })
    expect(textOf(merged)).toBe(base.replace('-Campfire', '+Campfire'))
  })

  it('puts a mod without a predecessor at the lowest priority', () => {
    const merged = merge(
      { 'modlist.txt': '+A\n+B\n+C\n# end\n' },
      { 'modlist.txt': '+B\n+C\n+A' },
      { mods: { moved: true } },
    )
    expect(textOf(merged)).toBe('+B\n+C\n+A\n# end\n')
  })

  it('returns the version and the source of a mod to install, from the other list', () => {
    const csv = '#Mod_Name,#Mod_Version,#Nexus_ID\nFrostfall,1.2,671\n'
    const merged = merge({ 'modlist.txt': base }, { 'modlist.txt': other, 'mods.csv': csv }, { mods: { added: true } })
    const source = 'https://www.nexusmods.com/skyrimspecialedition/mods/671'
    expect(merged).toMatchObject({ toInstall: [{ name: 'Frostfall', version: '1.2', source }] })
  })

  it('names the changes that the comparison does not have, and changes nothing', () => {
    const take = { mods: { moved: ['Nobody', 'SKSE'], added: ['Frostfall'] }, plugins: { enabled: true } }
    expect(merge({ 'modlist.txt': base }, { 'modlist.txt': other }, take)).toEqual({
      errors: {
        'take.mods.moved': ['The comparison has no such change: "Nobody", "SKSE" are not among the mods that moved.'],
        'take.plugins': ['The list that changes has no plugins.txt or loadorder.txt, so no plugins can be changed.'],
      },
      files: {},
    })
  })

  it('takes nothing from a list without mods, so that no mod counts as removed', () => {
    expect(merge({ 'modlist.txt': '+A' }, { 'plugins.txt': '*A.esp' }, { mods: { removed: true } }).files).toEqual({})
    const { errors } = merge({ 'modlist.txt': '+A' }, { 'plugins.txt': '*A.esp' }, { mods: { removed: ['A'] } })
    expect(Object.keys(errors ?? {})).toEqual(['take.mods.removed'])
  })
})

describe('a merge of plugins', () => {
  it('moves a plugin in both files, and changes its asterisk', () => {
    const base = {
      'plugins.txt': '*A.esp\r\n*B.esp\r\nC.esp\r\n',
      'loadorder.txt': 'Skyrim.esm\nA.esp\nB.esp\nC.esp\n',
    }
    const other = { 'plugins.txt': '*C.esp\n*A.esp\nB.esp\n', 'loadorder.txt': 'Skyrim.esm\nC.esp\nA.esp\nB.esp\n' }
    const merged = merge(base, other, { plugins: ALL })
    expect(textOf(merged, 'plugins.txt')).toBe('*C.esp\r\n*A.esp\r\nB.esp\r\n')
    expect(textOf(merged, 'loadorder.txt')).toBe('Skyrim.esm\nC.esp\nA.esp\nB.esp\n')
  })

  it('keeps an asterisk in the file when the last plugin is switched off, unless the game always uses them', () => {
    const [base, other] = [{ 'plugins.txt': '*A.esp\n' }, { 'plugins.txt': '*B.esp\n' }]
    const off = (domain: string | null) =>
      textOf(merge(base, other, { plugins: { removed: true } }, domain), 'plugins.txt')
    expect(off(null)).toBe('A.esp\n*\n')
    expect(off('starfield')).toBe('A.esp\n')
  })
})

describe('the encoding of a merged file', () => {
  it('stays windows-1252, including bytes without a character', () => {
    const base = Buffer.concat([
      iconv.encode('+Été\r\n+Broken ', 'windows-1252'),
      Buffer.from([0x81]),
      Buffer.from('\r\n'),
    ])
    const merged = merge({ 'modlist.txt': base }, { 'modlist.txt': '+Ärger\n+Été\n' }, { mods: { added: true } })
    const head = iconv.encode('+Ärger\r\n', 'windows-1252')
    expect(merged.files['modlist.txt']).toEqual(Buffer.concat([head, base]))
  })

  it('becomes UTF-8, which Mod Organizer reads, if windows-1252 has no such letter', () => {
    const base = iconv.encode('+Été\r\n', 'windows-1252')
    const merged = merge({ 'modlist.txt': base }, { 'modlist.txt': '+Снег\n+Été\n' }, { mods: { added: true } })
    expect(textOf(merged)).toBe('+Снег\r\n+Été\r\n')
  })

  it.each(['utf16le', 'utf16be'] as const)('stays %s, with its byte order mark', (encoding) => {
    const base = iconv.encode('+A\r\n  -Été', encoding, { addBOM: true })
    const merged = merge({ 'modlist.txt': base }, { 'modlist.txt': '+Снег\n+A\n+Été' }, { mods: ALL })
    expect(merged.files['modlist.txt']).toEqual(iconv.encode('+Снег\r\n+A\r\n  +Été', encoding, { addBOM: true }))
  })
})

describe('a merge of hostile lists', () => {
  it('takes names that JavaScript objects have, too', () => {
    const base = { 'modlist.txt': '+A\n-__proto__\n+B', 'plugins.txt': '*__proto__.esp\nconstructor.esp' }
    const other = {
      'modlist.txt': '+constructor\n+__proto__\n+B\n+A',
      'plugins.txt': '*constructor.esp\n__proto__.esp',
    }
    const take = { mods: { added: ['Constructor'], enabled: ['__PROTO__'], moved: ['a'] }, plugins: ALL }
    const merged = merge(base, other, take)
    expect(textOf(merged)).toBe('+constructor\n+__proto__\n+B\n+A')
    expect(textOf(merged, 'plugins.txt')).toBe('*constructor.esp\n__proto__.esp')
    const { errors } = merge(base, other, { mods: { added: ['toString', '__proto__'] } })
    expect(errors?.['take.mods.added']?.[0]).toContain('"toString", "__proto__" are not among the mods')
  })

  it('takes a change once, however often and in whatever case it is named, and keeps the spelling of the base', () => {
    const take = { mods: { moved: ['SkyUI', 'skyui', 'SKYUI'] } }
    const merged = merge({ 'modlist.txt': '+skyui\n+B' }, { 'modlist.txt': '+B\n+SkyUI' }, take)
    expect(textOf(merged)).toBe('+B\n+skyui')
    expect(merged).toMatchObject({ taken: { mods: { moved: 1 } } })
  })

  it('writes each mod that another file names as one line that is read as this mod', () => {
    const csv = '#Mod_Name\n# no comment\n+plus\n"a\nb"\nnot_separator\n'
    const merged = merge({ 'modlist.txt': '' }, { 'mods.csv': csv }, { mods: { added: true } })
    expect(textOf(merged)).toBe('+a b\r\n++plus\r\n+# no comment\r\n')
  })
})

describe('a merge with files of other programs', () => {
  it.each([
    'A (B 1.0)\n',
    '/440900/1/A.pak\n/440900/2/B.pak\n',
    '*/440900/1/A.pak\n',
    'SkyUI|https://example.com/1\n',
    '```\n+A\n```\n',
  ])('does not take mods into a modlist.txt that is not Mod Organizer’s: %j', (text) => {
    const { errors, files } = {
      errors: {},
      ...merge({ 'modlist.txt': text }, { 'modlist.txt': '+C\n' }, { mods: ALL }),
    }
    expect(Object.keys(errors)).toEqual(['take.mods'])
    expect(files).toEqual({})
  })
})
