import { isName, keyOf } from '../../key.ts'
import type { LoggedMod } from '../../schemas.ts'
import { skippedOf, smapiLists, VERSION } from '../other-games/smapi-log.ts'
import type { ReadLog } from './crash-log.ts'
import { dotted } from './heads.ts'
import { readTime, timeOfName } from './time.ts'

/** Matches the head of a line: "[12:34:56 ERROR Name] ". A line on the console has the name only. */
const HEAD = /^\[(?:\d{2}:\d{2}:\d{2} (TRACE|DEBUG|INFO|WARN|ALERT|ERROR|FATAL) {1,5})?([^\]]{1,300})\]/

const UPDATES = /^You can update \d{1,9} mods?:/
const STARTED = 'Log started at '
const MAX_SHORT = 50
const MAX_SKIPPED = 200

/** Reads a log of SMAPI (Stardew Valley) in terms of what went wrong. Null if the lines are none. */
export function readSmapiLog(file: string, lines: readonly string[]): ReadLog | null {
  const { isLog, loaded, skipped } = smapiLists(lines)
  const versions = new Map([...skipped, ...loaded].map(({ name, version }) => [keyOf(name), version ?? null]))
  const isSkipped = new Set(skipped.map(({ name }) => keyOf(name)))
  const told = new Map<string, LoggedMod>()
  const modNamed = (name: string): LoggedMod => {
    const key = keyOf(name)
    const mod = told.get(key) ?? { name, version: versions.get(key) ?? null, errors: 0, update: null, skipped: null }
    told.set(key, mod)
    return mod
  }
  let started: { smapi: string; game: string; platform: string } | undefined
  let time: string | undefined
  let listsUpdates = false
  for (const line of lines) {
    const head = HEAD.exec(line)
    if (head === null) continue
    const [all, level, source = ''] = head
    const said = line.slice(all.length).trim()
    if (source !== 'SMAPI') {
      const isError = level === 'ERROR' || level === 'FATAL'
      if (isError && source !== 'game' && isName(source)) modNamed(source).errors++
      continue
    }
    started ??= startOf(said)
    if (time === undefined && said.startsWith(STARTED)) time = said.slice(STARTED.length).trim()
    const update = listsUpdates ? updateOf(said) : undefined
    if (update !== undefined) modNamed(update.name).update ??= update.version
    else listsUpdates = UPDATES.test(said)
    const reason = skippedOf(said)
    if (reason !== undefined && isSkipped.has(keyOf(reason.name)))
      modNamed(reason.name).skipped ??= reason.reason.slice(0, MAX_SKIPPED)
  }
  if (!isLog && started === undefined) return null
  const mods = [...told.values()]
  return {
    facts: {
      file,
      format: 'SMAPI',
      format_version: started === undefined ? null : dotted(started.smapi),
      game_version: started === undefined ? null : dotted(started.game),
      platform: started?.platform.slice(0, MAX_SHORT) ?? null,
      time: timeOf(time, file),
      exception: null,
      at: null,
      stack: [],
      extender_plugins: null,
      named: {
        plugins: [],
        dlls: [],
        mods: mods
          .filter(({ errors }) => errors > 0)
          .map(({ name }) => name)
          .slice(0, 100),
      },
      plugin_list: 'absent',
      mods,
    },
    plugins: [],
    missing: 0,
  }
}

function timeOf(written: string | undefined, file: string): string | null {
  if (written === undefined) return timeOfName(file) ?? null
  const time = readTime(written)
  return time === undefined ? written.slice(0, MAX_SHORT) : `${time}Z`
}

/** Reads "SMAPI 4.0.8 with Stardew Valley 1.6.8 on Windows 10". */
function startOf(said: string) {
  const [smapi, rest = ''] = said.split(' with Stardew Valley ', 2)
  const on = rest.indexOf(' on ')
  return smapi?.startsWith('SMAPI ') && on !== -1
    ? {
        smapi: smapi.slice('SMAPI '.length).trim(),
        game: rest.slice(0, on).trim(),
        platform: rest.slice(on + 4).trim(),
      }
    : undefined
}

/** Reads "NAME VERSION: https://... (you have VERSION)". */
function updateOf(said: string): { name: string; version: string } | undefined {
  const head = said.slice(0, Math.max(0, said.indexOf(': http')))
  const space = head.lastIndexOf(' ')
  const [name, version] = [head.slice(0, Math.max(0, space)).trim(), head.slice(space + 1)]
  return isName(name) && VERSION.test(version)
    ? { name, version: version.replace(/^v/, '').slice(0, MAX_SHORT) }
    : undefined
}
