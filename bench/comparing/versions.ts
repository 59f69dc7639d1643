import { type BenchOptions, format, Table } from '../support/report.ts'
import { changesOf } from './changes.ts'
import { type ProfilePair, realPairs } from './load-orders.ts'

const RUNS = 100
/** Runs that are not counted, because they pay for the compiler. */
const WARM_UP = 40

/**
 * Reads and compares load orders with versions of all mods and without, in turns: as mods.csv of the command line has them,
 * and as Mod Organizer exports them with all columns.
 */
export async function benchLoadOrders({ quick, markdown }: BenchOptions): Promise<void> {
  const table = new Table(['pair', 'CPU ms', 'mods.csv', 'ratio', 'export', 'ratio', 'updated'])
  for (const pair of realPairs()) table.add(pair.name, ...measure(pair, quick ? 1 : RUNS))
  process.stdout.write(`${table.print('load-orders', markdown)}\n`)
}

function measure(pair: ProfilePair, runs: number): string[] {
  const pairs = [pair, withTable(pair, tableRow), withTable(pair, exportedRow)] as const
  const times = pairs.map(() => 0)
  let updated = 0
  for (let run = -WARM_UP; run < runs; run++) {
    for (const [at, one] of pairs.entries()) {
      const before = process.cpuUsage()
      const { mods } = changesOf(one)
      const { user, system } = process.cpuUsage(before)
      if (run >= 0) times[at] = (times[at] ?? 0) + (user + system) / 1000
      if (mods !== null && 'counts' in mods) updated = mods.counts.updated
    }
  }
  // The mean, because garbage is collected in some of the runs only.
  const [without = 0, table = 0, exported = 0] = times.map((time) => time / runs)
  return [
    format(without),
    format(table),
    format(table / without),
    format(exported),
    format(exported / without),
    String(updated),
  ]
}

type Row = (name: string, at: number, version: string) => string

/** Adds a table of all mods to both profiles. Some of the mods have another version in the second one. */
function withTable({ name, before, after }: ProfilePair, row: Row): ProfilePair {
  const tableOf = (modlist: string, patch: number) =>
    [
      row('#Mod_Name', -1, ''),
      ...modlist
        .split('\n')
        .filter((line) => /^[+-]/.test(line) && !line.endsWith('_separator'))
        .toReversed()
        .map((line, at) => row(line.slice(1), at, `1.${line.charCodeAt(line.length - 1) % 10 === 0 ? patch : 0}.2`)),
      '',
    ].join('\r\n')
  const withVersions = (profile: ProfilePair['before'], patch: number) => ({
    ...profile,
    'mods.csv': tableOf(profile['modlist.txt'] ?? '', patch),
  })
  return { name, before: withVersions(before, 1), after: withVersions(after, 2) }
}

const tableRow: Row = (name, at, version) =>
  at === -1
    ? '#Mod_Priority,#Mod_Status,#Mod_Name,#Nexus_ID,#Mod_Nexus_URL,#Mod_Version'
    : `${String(at).padStart(4, '0')},+,${name},${at + 1},https://www.nexusmods.com/skyrimspecialedition/mods/${at + 1},${version}`

const exportedRow: Row = (name, at, version) =>
  at === -1
    ? '#Mod_Priority,#Mod_Status,#Mod_Name,#Note,#Primary_Category,#Nexus_ID,#Mod_Nexus_URL,#Mod_Version,#Install_Date,#Download_File_Name'
    : `"${String(at).padStart(4, '0')}","+","${name}","","Armour",${at + 1},"https://www.nexusmods.com/skyrimspecialedition/mods/${at + 1}","${version}","2026/01/02 10:11:12","${name}-${at + 1}-1-2-1615321.7z"`
