import type { FieldErrors } from '../../errors.ts'
import type { PluginFileName } from '../reading/plugin-lines.ts'
import type { PluginEntry } from '../schemas.ts'
import { type Chosen, quotedNames } from './choice.ts'
import type { ChangeKind } from './compared-lists.ts'
import { lineOf, type PluginFile } from './plugin-file.ts'

/** A plugin whose name has a letter that the code page of a file lacks. */
export interface LeftOut {
  name: string
  file: PluginFileName
}

/** Returns the sentence about a plugin that was left out, without the name that it begins with. */
export const leftOutSentence = ({ file }: LeftOut): string => `is left out: ${file} can't hold its name.`

/** The files that are edited, and whether an added plugin gets a line in plugins.txt. */
interface Writing {
  states: PluginFile | undefined
  order: PluginFile | undefined
  hasAsterisks: boolean
  isInStates(plugin: PluginEntry): boolean
}

/** Returns the chosen changes that the files can hold, and the plugins of the others by kind. */
export function writableChanges(chosen: Chosen<PluginEntry>, { states, order, hasAsterisks, isInStates }: Writing) {
  const lacks = (file: PluginFile | undefined, { name }: PluginEntry) =>
    file === undefined || lineOf(file, { name }) !== undefined || file.editor.canWrite(name) ? undefined : file.file
  const leftOut: Partial<Record<ChangeKind, LeftOut[]>> = {}
  const kept = (kind: ChangeKind, fileOf: (plugin: PluginEntry) => PluginFileName | undefined) =>
    new Set(
      [...chosen[kind]].filter((plugin) => {
        const file = fileOf(plugin)
        if (file === undefined) return true
        const others = leftOut[kind] ?? []
        leftOut[kind] = others
        others.push({ name: plugin.name, file })
        return false
      }),
    )
  const writable: Chosen<PluginEntry> = {
    ...chosen,
    added: kept('added', (plugin) => (isInStates(plugin) ? lacks(states, plugin) : undefined) ?? lacks(order, plugin)),
    enabled: kept('enabled', (plugin) => (hasAsterisks ? undefined : lacks(states, plugin))),
    moved: kept('moved', (plugin) => lacks(order, plugin)),
  }
  return { writable, leftOut }
}

/** Returns the errors for plugins whose names can't be written, by field. */
export const leftOutErrors = (leftOut: Partial<Record<ChangeKind, LeftOut[]>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(leftOut).map(([kind, plugins]) => [
      `take.plugins.${kind}`,
      [
        `${plugins[0]?.file} can't hold the ${plugins.length === 1 ? 'name' : 'names'} ${quotedNames(plugins.map(({ name }) => name))}.`,
      ],
    ]),
  )
