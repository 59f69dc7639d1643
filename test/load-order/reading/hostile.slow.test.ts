import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadOrderChanges } from '../../../src/load-order/comparing/changes.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { LoadOrder, LoadOrderChanges } from '../../../src/load-order/schemas.ts'
import { hostileFiles } from '../../support/profiles/hostile.ts'

/** Limit of processor time in milliseconds. Most files take much less. */
const LONGEST = 5_000

const read = (name: string, text: string) => readLoadOrder([{ name, text }])
const shape = ({ mods, plugins, settings, notes, log }: ReturnType<typeof read>) => ({
  ...{ mods, plugins, settings, notes, log },
})

describe('files of 1 MiB that are made to be slow to read', () => {
  it.each(hostileFiles())('are read in bounded time: $name, $what', ({ name, text }) => {
    const before = process.cpuUsage()
    const order = read(name, text)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(LONGEST)
    for (const { version, source } of order.mods ?? []) {
      expect(version?.length ?? 0).toBeLessThanOrEqual(50)
      expect(source ?? 'https://').toMatch(/^https?:/i)
    }
  })
})

describe('any text', () => {
  const NAMES = [
    ...'mods.csv collection.json LauncherData.xml mods.settings SMAPI-latest.txt a.ckan openmw.cfg Morrowind.ini'.split(
      ' ',
    ),
    ...'modlist.txt plugins.txt loadorder.txt modsettings.lsx loadorder.json ModsConfig.xml saved.rml mods.yml'.split(
      ' ',
    ),
    ...'export.r2x mod-list.json crash.log'.split(' '),
  ]
  const signs = [...'",\n<>{}[]:é\0', '\r\n', '</', '/>', '&amp;', '&a;', 'content=', '[Game Files]', 'GameFile0=']
  const words = ['#Mod_Name', '#Mod_Version', '"mods":', '"name":', '[SMAPI] ', 'Loaded 1 mods:', '   A 1.0', '=', 'A']
  const others = [
    'data=/a/',
    '- name: A-B',
    'mods:',
    '<li>',
    '<savedModList>',
    '"enabled":',
    'true',
    'A.esp',
    '[0A] ',
    '+',
  ]
  const text = string({ unit: constantFrom(...signs, ...words, ...others, 'Priority=1'), maxLength: 60 })

  it.each(NAMES)('is read as %s without an error, matches the schema of a load order, and equals itself', (name) => {
    assert(
      property(text, text, (one, other) => {
        const [before, after] = [read(name, one), read(name, other)]
        expect(LoadOrder.parse(shape(before))).toEqual(shape(before))
        const changes = loadOrderChanges(before, after, [])
        expect(LoadOrderChanges.parse(changes)).toEqual(changes)
      }),
      { numRuns: 500 },
    )
  })
})
