import { readTable } from '../../text/csv.ts'
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
} from './found-mods.ts'
import { SEPARATOR } from './modlist.ts'

const NAME = '#Mod_Name'
const COLUMNS = [NAME, '#Mod_Status', '#Mod_Version', '#Mod_Nexus_URL', '#Nexus_ID']

/** Reads the table that Mod Organizer exports ("Export to csv"): a row for each mod, by ascending priority. */
export function readModsCsv(input: Input): ReadMods {
  const { file, text, domain } = input
  const collected = collectMods(input)
  const header = readTable(text, COLUMNS, ([written = '', status = '', version, url = '', id]) => {
    if (written.endsWith(SEPARATOR)) collected.addSeparator(written.slice(0, -SEPARATOR.length))
    else {
      const source = isAddress(url) ? sourceOf(url) : nexusSource(domain, id)
      collected.add(written, status !== '-', versionOf(version), source)
    }
  })
  if (header === undefined) return unreadableMods(file)
  return header.includes(NAME) ? collected.end() : NO_MODS
}
