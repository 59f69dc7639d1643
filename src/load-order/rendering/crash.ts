import { counted } from '../../text/amounts.ts'
import { placeText } from '../comparing/log-changes.ts'
import type { CrashLog, LoadOrder, LoadOrderChanges, LoggedMod } from '../schemas.ts'
import { visible } from './code-span.ts'

/** Formats a name of a file or another text of strangers, such as `visible` or `codeSpan`. */
type NameText = (name: string) => string

/** Says that a log lists no plugins; null if it does, or if it is the log of a game, which lists mods. */
export function pluginListWords({ plugin_list, at, stack, extender_plugins }: CrashLog): string | null {
  if (plugin_list === 'failed') return 'The logger could not write the list of plugins.'
  const isOfCode = at !== null || stack.length > 0 || extender_plugins !== null
  return plugin_list === 'absent' && isOfCode ? 'This kind of log has no list of plugins.' : null
}

/** Says what crashed, and where: "EXCEPTION_ACCESS_VIOLATION at skee64.dll+1DAE5". Null if the log does not say. */
function crashWords({ description, exception, at }: CrashLog, nameText: NameText = visible): string | null {
  const place = placeText(at)
  const isSaid = description === undefined || exception?.includes(description)
  const what = isSaid ? exception && nameText(exception) : nameText(`${description}: ${exception ?? ''}`)
  if (place === null) return what
  return what === null ? `Crashed at ${nameText(place)}` : `${what} at ${nameText(place)}`
}

/** Says what the files of a log have: "412 plugins, crashed at skee64.dll+1DAE5". */
export function logSummary({ mods, plugins, log }: Pick<LoadOrder, 'mods' | 'plugins' | 'log'>): string {
  const place = placeText(log?.at ?? null)
  const parts = [
    mods === null ? null : counted(mods.length, 'mod'),
    plugins === null ? null : counted(plugins.length, 'plugin'),
    place === null ? null : `crashed at ${visible(place)}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'a crash log' : parts.join(', ')
}

/** Says which program wrote a log, and for which version of the game. Null if the log does not say. */
function loggerWords(
  { format, format_version, game_version, platform }: CrashLog,
  nameText: NameText = visible,
): string | null {
  const logger = format === null ? null : format_version === null ? format : `${format} ${format_version}`
  const parts = [
    logger === null ? null : `written by ${nameText(logger)}`,
    game_version === null ? null : `game version ${nameText(game_version)}`,
    platform === null ? null : `on ${nameText(platform)}`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

/** Says what a log of SMAPI tells of a mod: "2 errors; update to 1.3; skipped because it's no longer compatible". */
export const modWords = ({ errors, update, skipped }: LoggedMod, nameText: NameText = visible): string =>
  [
    errors === 0 ? null : counted(errors, 'error'),
    update === null ? null : `update to ${nameText(update)}`,
    skipped === null ? null : `skipped because ${nameText(skipped)}`,
  ]
    .filter((part) => part !== null)
    .join('; ')

/** Returns a crash in words, a line for each fact. */
export function crashLines(log: CrashLog, nameText: NameText = visible): string[] {
  const { plugins, dlls, mods } = log.named
  const named = [...plugins, ...dlls, ...mods]
  return [
    crashWords(log, nameText),
    log.time === null ? null : `Time: ${nameText(log.time)}`,
    [nameText(log.file), loggerWords(log, nameText)].filter((part) => part !== null).join(', '),
    named.length === 0 ? null : `Named in the log: ${named.map(nameText).join(', ')}`,
    ...(log.mods ?? []).map((mod) => `${nameText(mod.name)}: ${modWords(mod, nameText)}`),
    pluginListWords(log),
  ].filter((line) => line !== null)
}

/** Says what the logs of two lists have in common, unless all files are equal. */
export const logWords = (changes: LoadOrderChanges, nameText: NameText = visible): string[] =>
  changes.same ? [] : pairWords(changes, nameText)

/** Says what two logs have in common: "crashes at the same place: skee64.dll+1DAE5". Empty if they do not say. */
export function pairWords(
  { log, crashes }: Pick<LoadOrderChanges, 'log' | 'crashes'>,
  nameText: NameText = visible,
): string[] {
  if (log === null) return []
  const [before, after] = [placeText(crashes?.[0] ?? null), placeText(crashes?.[1] ?? null)]
  const versions = log.game_version
  const place =
    log.same_place === null
      ? []
      : log.same_place
        ? [`crashes at the same place${after === null ? '' : `: ${nameText(after)}`}`]
        : [
            `crashes at another place${after === null || before === null ? '' : `: ${nameText(after)}, before ${nameText(before)}`}`,
          ]
  return versions === null ? place : [...place, `game version ${nameText(versions.from)} to ${nameText(versions.to)}`]
}
