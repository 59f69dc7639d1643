import { readTable } from '../../../text/csv.ts'
import {
  collectMods,
  type Input,
  isAddress,
  NO_MODS,
  nexusSource,
  type ReadMods,
  sourceOf,
  unreadableMods,
  versionOf,
} from '../found-mods.ts'
import { SEPARATOR } from '../modlist.ts'

const NAME = '#Mod_Name'
const COLUMNS = [NAME, '#Mod_Status', '#Mod_Version']
const SOURCES = ['#Mod_Nexus_URL', '#Nexus_ID']

/** Reads the table that Mod Organizer exports ("Export to csv"): a row for each mod, by ascending priority. */
export function readModsCsv(input: Input): ReadMods {
  const { file, text, domain, withSources } = input
  const collected = collectMods(input)
  const sourceIn = (url: string, id: string) => (isAddress(url) ? sourceOf(url) : nexusSource(domain, id))
  const columns = withSources ? [...COLUMNS, ...SOURCES] : COLUMNS
  const header = readTable(text, columns, ([written = '', status = '', version, url = '', id = '']) => {
    if (written.endsWith(SEPARATOR)) collected.addSeparator(written.slice(0, -SEPARATOR.length))
    else collected.add(written, status !== '-', versionOf(version), withSources ? sourceIn(url, id) : null)
  })
  if (header === undefined) return unreadableMods(file)
  return header.includes(NAME) ? collected.end() : NO_MODS
}
