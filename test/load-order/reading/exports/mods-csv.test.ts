import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'

/** A CSV as Mod Organizer 2.5 writes it (modlistviewactions.cpp, csvbuilder.cpp): only strings are quoted, CRLF. */
const EXPORTED = [
  '#Mod_Priority,#Mod_Status,#Mod_Name,#Note,#Primary_Category,#Mod_Author,#Mod_Uploader,#Nexus_ID,#Mod_Nexus_URL,#Mod_Uploader_URL,#Mod_Version,#Install_Date,#Download_File_Name',
  '"0000","+","DLC: Dawnguard","","","","",0,"","","","2024/03/01 12:00:00",""',
  '"0001","-","Utilities_separator","","","","",0,"","","","2024/03/01 12:00:00",""',
  '"0002","+","SKSE, 64 bit","installed ""by hand""","Utilities","ianpatt","ianpatt",30379,"https://www.nexusmods.com/skyrimspecialedition/mods/30379","","2.2.6","2024/03/01 12:00:00","skse64_2_02_06.7z"',
  '"0003","-","Campfire","","Gameplay","","",667,"","","1.12.1SEVR","2024/03/01 12:00:00","Campfire 1.12.1SEVR-667-1-12-1SEVR.7z"',
  '',
].join('\r\n')

const read = (text: string, others: Record<string, string> = {}, domain: string | null = 'skyrimspecialedition') =>
  readLoadOrder(
    [...Object.entries(others), ['mods.csv', text] as const].map(([name, text]) => ({ name, text })),
    { domain },
  )
const mods = (...parameters: Parameters<typeof read>) => read(...parameters).mods

describe('a CSV that Mod Organizer exported', () => {
  const SKSE = { version: '2.2.6', source: 'https://www.nexusmods.com/skyrimspecialedition/mods/30379' }
  const CAMPFIRE = { version: '1.12.1SEVR', source: 'https://www.nexusmods.com/skyrimspecialedition/mods/667' }
  const NONE = { version: null, source: null }

  it('lists the mods by ascending priority, with versions and sources', () => {
    const { mods, notes } = read(EXPORTED)
    expect(mods).toEqual([
      { kind: 'unmanaged', name: 'DLC: Dawnguard', enabled: null, priority: 0, separator: null, ...NONE },
      { kind: 'separator', name: 'Utilities', enabled: null, priority: 1, separator: null, ...NONE },
      { kind: 'mod', name: 'SKSE, 64 bit', enabled: true, priority: 2, separator: 'Utilities', ...SKSE },
      { kind: 'mod', name: 'Campfire', enabled: false, priority: 3, separator: 'Utilities', ...CAMPFIRE },
    ])
    expect(notes).toEqual([])
  })

  it('adds versions and sources to the mods of modlist.txt, and nothing else', () => {
    const modlist = '+campfire\n+Other\n+Utilities_separator\n-SKSE, 64 bit\n*DLC: Dawnguard\n'
    expect(mods(EXPORTED, { 'modlist.txt': modlist })).toEqual([
      { kind: 'unmanaged', name: 'DLC: Dawnguard', enabled: null, priority: 0, separator: null, ...NONE },
      { kind: 'mod', name: 'SKSE, 64 bit', enabled: false, priority: 1, separator: null, ...SKSE },
      { kind: 'separator', name: 'Utilities', enabled: null, priority: 2, separator: null, ...NONE },
      { kind: 'mod', name: 'Other', enabled: true, priority: 3, separator: 'Utilities', ...NONE },
      { kind: 'mod', name: 'campfire', enabled: true, priority: 4, separator: 'Utilities', ...CAMPFIRE },
    ])
  })

  it('has no source from an id that is invalid or whose game is not on Nexus Mods', () => {
    expect(mods('#Mod_Name,#Nexus_ID\nA,12', {}, null)).toMatchObject([{ source: null }])
    expect(mods('#Mod_Name,#Nexus_ID\nA,-1\nB,0\nC,1/../2\nD,')).toMatchObject(
      ['A', 'B', 'C', 'D'].map((name) => ({ name, source: null })),
    )
  })

  it('uses the first of repeated mods, and notes the others', () => {
    const { mods, notes } = read('#Mod_Name,#Mod_Version\nA,1\nB,1\na,2\n')
    expect(mods).toMatchObject([{ name: 'A', version: '1' }, { name: 'B' }])
    expect(notes).toEqual([{ file: 'mods.csv', code: 'duplicate_mods', count: 1, names: ['A'] }])
  })
})

describe('versions and sources in a CSV', () => {
  it('are cut or omitted if they are too long, and sources if they are not web addresses', () => {
    const long = `https://example.com/${'x'.repeat(480)}`
    const rows = [
      ['a', long],
      ['b', `${long}y`],
      ['c', 'javascript:alert(1)'],
      ['d', 'HTTP://example.com/a b'],
      ['e', '//example.com'],
      ['f', 'data:text/html,https://example.com'],
    ]
    const text = ['#Mod_Name,#Mod_Nexus_URL', ...rows.map((row) => row.join(','))].join('\n')
    expect(mods(text)?.map(({ source }) => source)).toEqual([long, null, null, 'HTTP://example.com/a b', null, null])
    const withId = mods(`#Mod_Name,#Mod_Nexus_URL,#Nexus_ID\na,${long}y,12\nb,javascript:alert(1),12\n`)
    expect(withId?.map(({ source }) => source)).toEqual([
      null,
      'https://www.nexusmods.com/skyrimspecialedition/mods/12',
    ])
    const versions = ['x'.repeat(60), `${'x'.repeat(49)}😀`, ' 1.0 ', '"1.0\n2"']
    expect(
      mods(['#Mod_Name,#Mod_Version', ...versions.map((one, at) => `${at},${one}`)].join('\n'))?.map(
        ({ version }) => version,
      ),
    ).toEqual(['x'.repeat(50), 'x'.repeat(49), '1.0', '1.0 2'])
  })
})
