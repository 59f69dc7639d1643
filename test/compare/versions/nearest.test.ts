import { describe, expect, it } from 'vitest'
import type { Versions } from '../../../src/compare/schemas.ts'
import { checkProfile, nearestVersion } from '../../../src/compare/versions/nearest.ts'
import { KINDS } from '../../../src/compare/worker/kinds.ts'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'

type Files = Record<string, string>

const DOMAIN = 'skyrimspecialedition'
const filesOf = (files: Files) => Object.entries(files).map(([name, text]) => ({ name, text }))
const orderOf = (files: Files) => readLoadOrder(filesOf(files), { domain: DOMAIN })

/** Packs versions, the oldest first, as the server does. They are called 1.0, 1.1 and so on. */
function packed(...all: Files[]): Versions {
  const named = all.flatMap(filesOf)
  const heads = all.map((files, at) => ({
    ...{ revision: at + 1, version: `1.${at}`, domain: DOMAIN },
    places: filesOf(files).map((_, place) => all.slice(0, at).flatMap(filesOf).length + place),
  }))
  const files = named.map(({ text }) => Buffer.from(text))
  const names = named.map(({ name }) => name)
  return KINDS.versions({ files, names, versions: heads.toReversed() })
}

/** Checks files against versions as the command line and the website do. */
const check = (mine: Files, all: Files[], change = (one: Versions) => one) =>
  checkProfile(change(packed(...all)), { files: filesOf(mine), domain: undefined }, async (revision) => ({
    files: filesOf(all[revision - 1] ?? {}),
    domain: DOMAIN,
  }))

const sentenceOf = async (...given: Parameters<typeof check>) => {
  const checked = await check(...given)
  return typeof checked === 'string' ? checked : checked.sentence
}

const MODS = Array.from({ length: 20 }, (_, at) => `+Mod ${at}`)
const modlist = (...lines: string[]) => ({ 'modlist.txt': lines.join('\n') })
const [OLD, NEW] = [modlist(...MODS.slice(0, 18)), modlist(...MODS)]
const PLUGINS = { 'plugins.txt': '*A.esp\n*B.esp\n*C.esp\n' }

describe('the version that a profile is', () => {
  const revisionOf = (mine: Files, ...all: Files[]) => nearestVersion(packed(...all), orderOf(mine))?.revision

  it('is the one with the fewest differences, also in their order', () => {
    const mine = modlist('+Mine', '+Also mine', ...MODS.slice(1, 17), '-Mod 17')
    expect(revisionOf(mine, OLD, NEW)).toBe(1)
    expect(revisionOf(modlist('+Mine', ...MODS), OLD, NEW)).toBe(2)
    expect(revisionOf(OLD, OLD, modlist(...MODS.slice(0, 18).toReversed()))).toBe(1)
    expect(revisionOf(modlist(...MODS, '-A_separator'), modlist(...MODS, '-A_separator'), NEW)).toBe(1)
  })

  it('is the newest of several that differ equally, and the only one there is', () => {
    expect(revisionOf(OLD, OLD, OLD, OLD)).toBe(3)
    expect(revisionOf(OLD, OLD)).toBe(1)
  })

  it('is none if more than a third of its entries differs', () => {
    expect(revisionOf(modlist(...MODS.slice(6)), NEW)).toBe(1)
    expect(revisionOf(modlist(...MODS.slice(7)), NEW)).toBeUndefined()
    expect(revisionOf(PLUGINS, NEW)).toBeUndefined()
    expect(revisionOf(modlist(), NEW)).toBeUndefined()
  })

  it('does not depend on the case of names', () => {
    expect(revisionOf(modlist(...MODS.map((line) => line.toUpperCase())), NEW, OLD)).toBe(1)
  })

  it('is found by the plugins alone for a log, in which those that are off are missing', () => {
    const plugins = orderOf({ 'crash.log': CRASH_LOGGER }).plugins ?? []
    const on = plugins.map(({ name }) => `*${name}`)
    const all = [on, [...on, '*Later.esp']].map((lines) => ({
      ...NEW,
      'plugins.txt': [...lines, 'Off.esp'].join('\n'),
    }))
    expect(revisionOf({ 'crash.log': CRASH_LOGGER }, ...all)).toBe(1)
  })
})

describe('the answer', () => {
  it('says what is yours, what is missing, and what is newer', async () => {
    expect(await sentenceOf(modlist('+A', '+B', '+C', ...MODS.slice(1, 18)), [OLD, NEW])).toBe(
      'You have 1.0 with 3 mods of your own, 1 missing; 1.1 is newer: 2 changes.',
    )
    expect(await sentenceOf({ ...NEW, ...PLUGINS }, [OLD, { ...NEW, ...PLUGINS }])).toBe(
      'You have 1.1 as it is; no version is newer.',
    )
    const switched = modlist('-Mod 0', ...MODS.slice(2), '+Mod 1')
    expect(await sentenceOf({ ...switched, 'plugins.txt': '*A.esp\n*B.esp\nC.esp\n' }, [{ ...NEW, ...PLUGINS }])).toBe(
      'You have 1.0 with 1 mod switched on or off, 1 moved, 1 plugin switched on or off; no version is newer.',
    )
  })

  it('says which part was compared if one side lacks the other', async () => {
    expect(await sentenceOf(PLUGINS, [{ ...NEW, ...PLUGINS }])).toBe(
      'You have 1.0 as it is; no version is newer. Only plugins were compared.',
    )
    expect(await sentenceOf({ ...NEW, ...PLUGINS }, [NEW])).toBe(
      'You have 1.0 as it is; no version is newer. Only mods were compared.',
    )
  })

  it('says that it is another list, or that nothing is read', async () => {
    expect(await sentenceOf(modlist('+Other'), [OLD, NEW])).toBe(
      'This is another list: more than a third differs from every version.',
    )
    expect(await sentenceOf({ 'a.log': 'No log.' }, [OLD])).toBe(
      'No mods or plugins are read from a.log: it is kept as text. To compare, add modlist.txt and plugins.txt.',
    )
  })

  it('calls a version without a label by its number, and two with the same label by both', async () => {
    const labelled = (label: string | null) => (one: Versions) => ({
      ...one,
      versions: one.versions.map((version) => ({ ...version, version: label })),
    })
    expect(await sentenceOf(OLD, [OLD, NEW], labelled(null))).toBe(
      'You have version 1 as it is; version 2 is newer: 2 changes.',
    )
    expect(await sentenceOf(OLD, [OLD, NEW], labelled('1.0'))).toContain('You have 1.0 (version 1)')
    expect(await sentenceOf(OLD, [OLD], labelled('1.0'))).toContain('You have 1.0 as')
  })
})
