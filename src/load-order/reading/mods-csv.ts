import { csvRows } from '../../text/csv.ts'
import {
  type FoundMod,
  type Input,
  NO_MODS,
  nexusSource,
  type ReadMods,
  readFoundMods,
  sourceOf,
  unreadableMods,
  versionOf,
} from './found-mods.ts'
import { SEPARATOR } from './modlist.ts'

/** Reads the table that Mod Organizer exports ("Export to csv"): a row for each mod, by ascending priority. */
export function readModsCsv({ file, text, names, domain }: Input): ReadMods {
  const rows = csvRows(text)
  if (rows === undefined) return unreadableMods(file)
  const columns = new Map(rows[0]?.map((name, at) => [name.trim(), at]))
  const name = columns.get('#Mod_Name')
  if (name === undefined) return NO_MODS
  const status = columns.get('#Mod_Status') ?? -1
  const version = columns.get('#Mod_Version') ?? -1
  const url = columns.get('#Mod_Nexus_URL') ?? -1
  const id = columns.get('#Nexus_ID') ?? -1

  const found: FoundMod[] = []
  for (let at = 1; at < rows.length; at++) {
    const row = rows[at] ?? []
    const written = row[name]?.trim() ?? ''
    if (written.endsWith(SEPARATOR)) {
      found.push({ name: written.slice(0, -SEPARATOR.length), kind: 'separator', enabled: false })
    } else if (written !== '') {
      found.push({
        name: written,
        enabled: row[status]?.trim() !== '-',
        version: versionOf(row[version]),
        source: sourceOf(row[url]) ?? nexusSource(domain, row[id]),
      })
    }
  }
  return readFoundMods(file, found, names)
}
