import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pluginFormOf } from '../../src/load-order/games.ts'
import { keyOf } from '../../src/load-order/key.ts'
import { type IndexedPart, readIndexedFile } from '../../src/load-order/reading/indexed.ts'
import { type ProfileFile, readLoadOrder } from '../../src/load-order/reading/read.ts'
import { type Detail, type FilePart, heldNames } from '../../src/mods/composition.ts'
import { SMAPI } from '../support/profiles/logs.ts'

/** Few names, so that files share many of them: in other case, in another Unicode form, and of separators. */
const name = fc.constantFrom(
  'A',
  'a',
  'B',
  'B.esp',
  'b.ESP',
  'C.esm',
  'É',
  'E\u0301',
  'ß',
  'ẞ',
  'DLC: D',
  'F_separator',
)
const version = fc.constantFrom('', '1.0', '2.0')
const source = fc.constantFrom('', 'https://example.com/a', 'https://example.com/b')

const linesOf = (line: fc.Arbitrary<string>) => fc.array(line, { maxLength: 8 }).map((lines) => `${lines.join('\n')}\n`)
const marked = (...marks: string[]) => linesOf(fc.tuple(fc.constantFrom(...marks), name).map((parts) => parts.join('')))

const csv = linesOf(
  fc.tuple(fc.constantFrom('+', '-'), name, source, version).map((cells) => cells.map((cell) => `"${cell}"`).join(',')),
).map((rows) => `#Mod_Status,#Mod_Name,#Mod_Nexus_URL,#Mod_Version\n${rows}`)

const collection = fc
  .record({
    mods: fc.array(fc.record({ name, version, source: fc.record({ type: fc.constant('direct'), url: source }) }), {
      maxLength: 8,
    }),
    plugins: fc.array(fc.record({ name, enabled: fc.boolean() }), { maxLength: 8 }),
  })
  .map((content) => JSON.stringify(content))

const identifier = fc.constantFrom('A', 'a', 'B')

const ckanText = fc
  .array(fc.tuple(identifier, fc.constantFrom('1.0', '2.0', '1.0 (unmanaged)')), { minLength: 1, maxLength: 8 })
  .map((mods) => mods.map(([name, version]) => `The ${name} (${name} ${version})\n`).join(''))

const modpack = fc
  .array(fc.record({ name: identifier, version }), { maxLength: 8 })
  .map((depends) => JSON.stringify({ kind: 'metapackage', depends }))

/** A load order or a backup of Vortex, or a list of Factorio: the readers differ, whatever the name. */
const json = fc.oneof(
  fc
    .array(fc.record({ id: name, name, enabled: fc.boolean() }), { maxLength: 8 })
    .map((entries) => JSON.stringify(entries)),
  fc
    .array(fc.record({ name, game: fc.constant('skyrimse'), modId: fc.nat(3), fileId: fc.nat(3) }), { maxLength: 8 })
    .map((entries) => JSON.stringify(entries)),
  fc
    .array(fc.record({ name, enabled: fc.boolean(), version }), { maxLength: 8 })
    .map((mods) => JSON.stringify({ mods })),
)

const list = (root: string, ids: string) =>
  fc
    .array(identifier, { maxLength: 8 })
    .map((names) => `<${root}><${ids}>${names.map((id) => `<li>${id}</li>`).join('')}</${ids}></${root}>`)
const xml = fc.oneof(list('ModsConfigData', 'activeMods'), list('ModList', 'modIds'))

/** Logs of crashes with a time or without, whose lists of plugins may have failed, and logs of SMAPI. */
const log = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        '',
        'CRASH TIME: yesterday\n',
        'CRASH TIME: 2026-02-10 12:34:56\n',
        'CRASH TIME: 2025-01-01 0:00:00\n',
      ),
      fc.constantFrom('', 'ERROR\n'),
      linesOf(name.map((name) => `[00] ${name}`)),
    )
    .map(([time, failed, lines]) => `${time}Skyrim SSE v1.6.640\nCrashLoggerSSE v1-11\n\nPLUGINS:\n${failed}${lines}`),
  fc.constantFrom('10', '11').map((hour) => SMAPI.replace('2024-05-01T12', `2025-12-31T${hour}`)),
)

const TEXTS: Record<string, fc.Arbitrary<string>> = {
  'modlist.txt': fc.oneof(marked('+', '-', '*', '#'), ckanText, log),
  'pack.ckan': modpack,
  'one.json': json,
  'two.json': json,
  'mod-list.json': json,
  'ModsConfig.xml': xml,
  'saved.xml': xml,
  'MODS.csv': csv,
  'other.csv': csv,
  'collection.json': collection,
  'Plugins.txt': fc.oneof(marked('*', '', '#'), log),
  'loadorder.TXT': fc.oneof(marked('', '#'), log),
  'openmw.cfg': marked('content=', 'groundcover=', 'fallback='),
  'skyrim.ini': fc.oneof(fc.constant('[A]\nb=c\n'), log),
  'crash-2025-12-31-10-30-00.log': log,
  'other.log': log,
}

const profile: fc.Arbitrary<ProfileFile[]> = fc
  .shuffledSubarray(Object.keys(TEXTS))
  .chain((names) => fc.tuple(...names.map((name) => (TEXTS[name] ?? fc.constant('')).map((text) => ({ name, text })))))

/** Gives each text the next number, like a table of the database. */
function numbered() {
  const texts: string[] = []
  return {
    idOf: (text: string) => texts.indexOf(text) + 1 || texts.push(text),
    textOf: (id: number) => texts[id - 1] ?? '',
  }
}

/** Reads each file alone, and returns the composition of the results, with names instead of ids. */
function composed(files: readonly ProfileFile[], domain: string | null = '0') {
  const [names, known] = [numbered(), numbered()]
  const details = new Map<number, Detail>()
  const partOf = (file: string, plugin: boolean, { names: listed, ...counts }: IndexedPart): FilePart => {
    const nameOf = (name: string) => names.idOf(`${plugin} ${keyOf(name)}`)
    const idsOf = (isEnabled: boolean) => [
      ...new Set(listed.filter((one) => one.isEnabled === isEnabled).map(({ name }) => nameOf(name))),
    ]
    const ids = listed.flatMap(({ name, version, source }) =>
      Object.entries({ version, source }).flatMap(([type, value]) => {
        if (value === null) return []
        const [id, nameId] = [known.idOf(`${keyOf(name)} ${type} ${value}`), nameOf(name)]
        details.set(id, { id, nameId, type: type as Detail['type'] })
        return [id]
      }),
    )
    return { file, plugin, ...counts, enabled: idsOf(true), disabled: idsOf(false), details: ids }
  }
  const parts = files.flatMap((file) => {
    const { mods, plugins } = readIndexedFile(file)
    return [
      ...(mods === null ? [] : [partOf(file.name, false, mods)]),
      ...(plugins === null ? [] : [partOf(file.name, true, plugins)]),
    ]
  })
  const { enabled, disabled, details: held, ...counts } = heldNames(parts, details, pluginFormOf(domain))
  const textsOf = (ids: readonly number[]) => ids.map(names.textOf).sort()
  return { ...counts, enabled: textsOf(enabled), disabled: textsOf(disabled), details: held.map(known.textOf).sort() }
}

/** Reads all files together, and returns the result in the same form. */
function together(files: readonly ProfileFile[], domain: string | null) {
  const { mods, plugins } = readLoadOrder(files, { domain: '0', form: pluginFormOf(domain) })
  const named = mods?.filter(({ kind }) => kind === 'mod')
  const all = [
    ...(named ?? []).map((mod) => ({ ...mod, key: `false ${keyOf(mod.name)}` })),
    ...(plugins ?? []).map((plugin) => ({ ...plugin, version: null, source: null, key: `true ${keyOf(plugin.name)}` })),
  ]
  const isOn = ({ enabled }: { enabled: boolean | null }) => enabled === true
  const keysOf = (entries: typeof all) => [...new Set(entries.map(({ key }) => key))].sort()
  return {
    mods: named?.length ?? null,
    modsEnabled: named?.filter(isOn).length ?? null,
    plugins: plugins?.length ?? null,
    pluginsEnabled: plugins?.filter(isOn).length ?? null,
    enabled: keysOf(all.filter(isOn)),
    disabled: keysOf(all.filter((entry) => !isOn(entry))),
    details: all
      .flatMap(({ name, version, source }) =>
        Object.entries({ version, source }).flatMap(([type, value]) =>
          value == null ? [] : [`${keyOf(name)} ${type} ${value}`],
        ),
      )
      .sort(),
  }
}

describe('the composition of readings', () => {
  it('holds the same names, states, versions and sources as reading all files together', () => {
    fc.assert(
      fc.property(profile, fc.constantFrom('skyrim', 'fallout4'), (files, domain) => {
        expect(composed(files, domain)).toEqual(together(files, domain))
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes the first reader that understands a file, whatever the names of the files', () => {
    const backup = JSON.stringify([{ name: 'Backup', game: 'skyrimse', modId: 1, fileId: 2 }])
    const order = JSON.stringify([{ id: 'x', name: 'Order', enabled: true }])
    const files = [
      { name: 'modlist.txt', text: 'The A (A 1.0)\nThe B (B 2.0)\n' },
      { name: 'pack.ckan', text: JSON.stringify({ kind: 'metapackage', depends: [{ name: 'A' }] }) },
    ]
    expect(composed(files)).toMatchObject({ mods: 1, enabled: ['false a'], details: ['a version 1.0'] })
    expect(composed([files[0] ?? { name: '', text: '' }])).toMatchObject({ mods: 2, enabled: ['false a', 'false b'] })
    expect(
      composed([
        { name: 'a.json', text: backup },
        { name: 'b.json', text: order },
      ]),
    ).toMatchObject({ mods: 1, enabled: ['false order'], details: [] })
  })

  it('takes plugins from the newest log only if no other file lists any, and none if that log could not list them', () => {
    const logOf = (day: number, list: string) => ({
      name: `crash-2026-01-0${day}-10-00-00.log`,
      text: `Skyrim SSE v1.6.640\nCrashLoggerSSE v1-11\n\nPLUGINS:\n${list}`,
    })
    const [old, newer, failed] = [logOf(1, '[00] A.esm\n'), logOf(2, '[00] B.esm\n[01] C.esm\n'), logOf(3, 'ERROR\n')]
    const nothing = { plugins: null, pluginsEnabled: null, enabled: [] }
    expect(composed([newer, old])).toMatchObject({
      plugins: 2,
      pluginsEnabled: 2,
      enabled: ['true b.esm', 'true c.esm'],
    })
    expect(composed([old, failed, newer])).toMatchObject(nothing)
    expect(composed([old, { ...newer, name: 'modlist.txt' }])).toMatchObject({ mods: null, enabled: ['true a.esm'] })
    expect(composed([newer, { name: 'plugins.txt', text: '*D.esp\n' }])).toMatchObject({
      ...{ plugins: 1, enabled: ['true d.esp'] },
    })
  })

  it('takes mods from modlist.txt, adds versions of other files, and ignores the mods that only those list', () => {
    const files = [
      { name: 'mods.csv', text: '#Mod_Name,#Mod_Version\nA,1.0\nB,2.0\n' },
      { name: 'modlist.txt', text: '+a\n-C\n' },
    ]

    expect(composed(files)).toEqual({
      mods: 2,
      modsEnabled: 1,
      plugins: null,
      pluginsEnabled: null,
      enabled: ['false a'],
      disabled: ['false c'],
      details: ['a version 1.0'],
    })
  })
})
