import { readTable } from '../../../text/csv.ts'
import {
  type FoundMod,
  type FoundMods,
  type Input,
  isAddress,
  nexusSource,
  organizerVersion,
  sourceOf,
} from '../found-mods.ts'
import type { FileKind } from '../kind.ts'
import { SEPARATOR } from '../modlist.ts'

/** The table that Mod Organizer exports. */
export const modsCsv: FileKind = {
  names: /\.csv$/i,
  isCommonName: true,
  pasted: { name: 'mods.csv', sign: /^(?:[^\r\n]*,)?"?#Mod_Name"?(?:[,\r\n]|$)/ },
  mods: csvMods,
}

const NAME = '#Mod_Name'
const COLUMNS = [NAME, '#Mod_Status', '#Mod_Version']
/** Begins the names of content that Mod Organizer does not manage. */
const UNMANAGED = /^\s*(?:dlc|creation club|unmanaged):/i

const SOURCES = ['#Mod_Nexus_URL', '#Nexus_ID']

/** Finds the mods in the table that Mod Organizer exports ("Export to csv"): a row for each, by ascending priority. */
function csvMods({ text, domain, withSources }: Input): FoundMods {
  const found: FoundMod[] = []
  const columns = withSources ? [...COLUMNS, ...SOURCES] : COLUMNS
  const header = readTable(text, columns, ([name = '', status = '', version, url = '', id = '']) => {
    if (name.endsWith(SEPARATOR)) {
      found.push({ kind: 'separator', name: name.slice(0, -SEPARATOR.length), enabled: null })
    } else if (UNMANAGED.test(name)) {
      found.push({ kind: 'unmanaged', name, enabled: null })
    } else {
      const source = isAddress(url) ? sourceOf(url) : nexusSource(domain, id)
      found.push({ name, enabled: status !== '-', version: organizerVersion(version), source })
    }
  })
  return header && (header.includes(NAME) ? found : null)
}
