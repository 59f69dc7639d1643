import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ProfileFile, pastedName, readLoadOrder } from '../../../../src/load-order/reading/read.ts'
import { type Format, renderLoadOrder } from '../../../../src/load-order/rendering/load-order.ts'
import { csvText } from '../../../../src/text/csv.ts'
import { MOD_MANAGERS } from '../../../support/profiles/field/mod-managers.ts'
import { OTHER_PROGRAMS } from '../../../support/profiles/field/other-programs.ts'
import { KINDS } from '../../../support/profiles/kinds-of-files.ts'
import { CRASH_LOGGER } from '../../../support/profiles/logs.ts'
import { shown } from '../../../support/profiles/shown.ts'

const FORMATS: readonly Format[] = ['txt', 'md', 'csv']

/** Requires that a list does not differ from its exports, as files, as pastes and in a fence. */
function expectBack(files: readonly ProfileFile[]): void {
  const order = readLoadOrder(files)
  if (!order.mods?.length && !order.plugins?.length) return
  for (const format of FORMATS) {
    const text = renderLoadOrder(order, format)
    const [fenced, glued] = [`\`\`\`\n${text}\`\`\``, `\`\`\`\n${text.trim()}\`\`\``]
    const back = [
      { name: pastedName(glued), text: glued },
      { name: `load-order.${format}`, text },
      { name: pastedName(text), text },
      { name: pastedName(fenced), text: fenced },
    ]
    for (const file of back) {
      const read = readLoadOrder([file])
      const rowsOf = (mods: typeof read.mods) =>
        mods?.map(({ kind, name, enabled, separator, version, source }) =>
          [kind, name, enabled, separator, version].concat(format === 'txt' ? [] : source),
        )
      expect(rowsOf(read.mods)).toEqual(order.mods?.length ? rowsOf(order.mods) : undefined)
      expect(read.plugins?.map(({ name, enabled }) => [name, enabled])).toEqual(
        order.plugins?.length ? order.plugins.map(({ name, enabled }) => [name, enabled]) : undefined,
      )
    }
  }
}

const word = fc.constantFrom(
  'SkyUI',
  'A',
  '`code`',
  '5.2',
  'v1.0.1',
  '==',
  '[x]',
  '(CP)',
  'Ünï',
  "it's",
  '-',
  '+B',
  'a,b',
  '"q"',
)
const name = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .chain((words) => fc.constantFrom(' ', '  ').map((blank) => words.join(blank)))
const mod = fc.record({
  name,
  status: fc.constantFrom('+', '-'),
  version: fc.constantFrom('', '1.2', 'v2.0b', 'beta', '2021 final'),
  isSeparator: fc.boolean(),
})

describe('what is exported comes back', () => {
  it('of any list of mods and plugins', () => {
    fc.assert(
      fc.property(
        fc.array(mod, { maxLength: 8 }),
        fc.array(fc.tuple(name, fc.constantFrom('*', '')), { maxLength: 5 }),
        (mods, plugins) => {
          const rows = mods.map(({ name, status, version, isSeparator }) => [
            status,
            isSeparator ? `${name}_separator` : name,
            version,
          ])
          expectBack([
            { name: 'mods.csv', text: csvText([['#Mod_Status', '#Mod_Name', '#Mod_Version'], ...rows]) },
            { name: 'plugins.txt', text: plugins.map(([name, mark]) => `${mark}${name}.esp\n`).join('') },
          ])
        },
      ),
      { numRuns: 100 },
    )
  })

  it.each([...KINDS.map(({ name, text }) => ({ name, text }))])('of a file of each kind: $name', ({ name, text }) =>
    expectBack([{ name, text }]),
  )

  it('of a message, whose other lines are no entries', () => {
    const order = 'DLC: A\n[x] B 1.0\n\nPlugins\n[ ] C.esp'
    const talk = `Hi, this crashes:\n\nCrash\nat a.dll+1\n\n${order}\n\nPlugins are new.`
    expect(shown(order)).toEqual(['load-order.txt', '*DLC: A', '+B 1.0', '-C.esp'])
    expect(shown(talk)).toEqual([...shown(order), 'not_entries 2 Hi, this crashes:, Plugins are new.'])
    const markdown = 'Mine:\n## Mods\n- [x] `B` 1.0\n\n## Plugins\n- [ ] `C.esp`\n\nThanks'
    expect(shown(markdown)).toEqual(['load-order.md', '+B 1.0', '-C.esp'])
  })

  it('of files of the field, and with a crash', () => {
    for (const { files } of [...MOD_MANAGERS, ...OTHER_PROGRAMS])
      expectBack(Object.entries(files).flatMap(([name, text]) => (typeof text === 'string' ? [{ name, text }] : [])))
    expectBack([
      { name: 'crash.log', text: CRASH_LOGGER },
      { name: 'modlist.txt', text: '+A 1.9\n-S_separator\n*DLC: B\n-C' },
    ])
  })
})
