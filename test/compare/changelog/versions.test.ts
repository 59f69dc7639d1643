import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { it } from '../../support/history.ts'
import { SAMPLES } from '../../support/profiles/samples.ts'
import { markdown } from '../../support/requests/changelog.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/profiles/', import.meta.url))

const PAIRS = [
  [`${FIXTURES}first`, `${FIXTURES}second`],
  [`${SAMPLES}lost-prophecies/5`, `${SAMPLES}lost-prophecies/6`],
].filter(([before = '']) => existsSync(before))

const isChosen = (name: string) => name.length % 4 === 0

/** Returns a modlist.txt and the table that Mod Organizer exports of it: mods of some names have a newer version if updated. */
function exported(folder: string, isUpdated: boolean) {
  const modlist = readFileSync(`${folder}/modlist.txt`, 'utf8')
  const names = modlist.split(/\r?\n/).flatMap((line) => /^[+-](?!.*_separator$)(.+)$/.exec(line)?.[1] ?? [])
  const rows = names.map((name, at) => {
    const version = `${1 + (name.length % 3)}.${isUpdated && isChosen(name) ? 1 : 0}`
    return `"${String(at).padStart(4, '0')}","+","${name.replaceAll('"', '""')}","${version}"`
  })
  const table = ['#Mod_Priority,#Mod_Status,#Mod_Name,#Mod_Version', ...rows, ''].join('\r\n')
  const updated = new Set(names.filter(isChosen))
  return { files: { 'modlist.txt': modlist, 'export.csv': table }, updated }
}

describe('the changelog of a list with an exported table of versions', () => {
  it.for(PAIRS)('says which mods were updated, from %s to %s', async ([first = '', second = ''], { api, save }) => {
    const [before, after] = [exported(first, false), exported(second, true)]
    await save({ version: '1.0' }, before.files)
    await save({ version: '1.1' }, after.files)
    const updated = [...after.updated].filter((name) => before.updated.has(name))
    const text = await markdown(api)

    expect(updated.length).toBeGreaterThan(0)
    expect(text).toContain(`${updated.length} updated`)
    expect(text).toContain(`**Updated (${updated.length})**`)
    const lines = text.split('\n')
    for (const name of updated) {
      const own = lines.filter((line) => line.startsWith(`- \`${name}\`: \``))
      expect(own).toEqual([expect.stringMatching(/: `(\d)\.0` to `\1\.1`$/)])
    }
  })
})
