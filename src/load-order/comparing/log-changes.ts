import { keyOf } from '../key.ts'
import type { CodePlace, CrashLog, DllChanges, LogChanges, OnlyIn } from '../schemas.ts'
import { MAX_DLL_CHARACTERS, truncateTo } from './limit.ts'

type Logged = CrashLog['extender_plugins']

/** Returns the changes of the script extender's DLLs; null if neither log has any. */
export function dllChanges(before: CrashLog | null, after: CrashLog | null): DllChanges | OnlyIn | null {
  const [one, other] = [before?.extender_plugins ?? [], after?.extender_plugins ?? []]
  if (one.length === 0) return other.length === 0 ? null : { only_in: 2 }
  if (other.length === 0) return { only_in: 1 }
  const [old, now] = [firstByName(one), firstByName(other)]
  const added = [...now].flatMap(([key, dll]) => (old.has(key) ? [] : [dll]))
  const removed = [...old].flatMap(([key, dll]) => (now.has(key) ? [] : [dll]))
  const updated = [...now].flatMap(([key, { name, version: to }]) => {
    const from = old.get(key)?.version ?? null
    return from === null || to === null || from === to ? [] : [{ name, from, to }]
  })
  const truncate = truncateTo(MAX_DLL_CHARACTERS)
  return {
    counts: { added: added.length, removed: removed.length, updated: updated.length },
    added: truncate(added, (dll) => dll),
    removed: truncate(removed, (dll) => dll),
    updated: truncate(updated, (dll) => dll),
  }
}

function firstByName(dlls: NonNullable<Logged>) {
  const first = new Map<string, (typeof dlls)[number]>()
  for (const dll of dlls) if (!first.has(keyOf(dll.name))) first.set(keyOf(dll.name), dll)
  return first
}

/** Returns whether two logs are of a crash at the same place; null unless both lists have a log. */
export function logChanges(before: CrashLog | null, after: CrashLog | null): LogChanges | null {
  if (before === null || after === null) return null
  const [from, to] = [before.game_version, after.game_version]
  const isKnown = from !== null && to !== null
  const areEqual = isKnown && withoutZero(from) === withoutZero(to)
  return {
    same_place: isSamePlace(before.at, after.at, isKnown ? areEqual : null),
    game_version: isKnown && !areEqual ? { from, to } : null,
  }
}

/** Returns a text that is the same for logs of crashes at the same place; null if the place is unknown. */
export function crashKey({ at, game_version: version }: CrashLog): string | null {
  if (at === null || at.module === null) return null
  const module = keyOf(at.module)
  if (!module.endsWith('.exe')) return `${module}+${at.offset}`
  return version === null ? null : `${module}+${at.offset} ${withoutZero(version)}`
}

/** The code of the game itself moves with each of its versions. */
function isSamePlace(one: CodePlace | null, other: CodePlace | null, isSameGame: boolean | null): boolean | null {
  if (one === null || other === null || one.module === null || other.module === null) return null
  const key = keyOf(one.module)
  if (key !== keyOf(other.module) || one.offset !== other.offset) return false
  return key.endsWith('.exe') ? isSameGame : true
}

/** Returns a version of a game without a fourth number of 0, which only some loggers write. */
const withoutZero = (version: string): string => version.replace(/^(\d+\.\d+\.\d+)\.0$/, '$1')

/** Returns a place as people write it: "skee64.dll+1DAE5"; null if it is unknown. */
export const placeText = (place: CodePlace | null): string | null =>
  place === null || place.module === null ? null : `${place.module}+${place.offset}`
