import type { FieldErrors } from '../../errors.ts'
import { orderChanges } from '../comparing/order-changes.ts'
import { orderMissing } from '../comparing/plugin-changes.ts'
import type { Names } from '../interning.ts'
import type { LoadOrderNames } from '../names.ts'
import {
  isMarked,
  joinPlugins,
  orderedPlugin,
  readLoadorderTxt,
  readPluginsTxt,
  statedPlugin,
} from '../reading/plugins.ts'
import type { ProfileLoadOrder } from '../reading/read.ts'
import type { PluginEntry } from '../schemas.ts'
import { chooseChanges, type TakenCounts } from './choice.ts'
import { editLines, type LineEditor, type LineId, type Place } from './line-editor.ts'
import type { TakenKinds } from './take.ts'

/** The stored files that name the plugins of a list. At least one of them exists. */
interface PluginFiles {
  plugins: Uint8Array | undefined
  loadorder: Uint8Array | undefined
}

interface OtherPlugins extends Pick<ProfileLoadOrder, 'pluginSources'> {
  plugins: readonly PluginEntry[]
  /** Whether plugins.txt marks plugins with asterisks. */
  hasAsterisks: boolean
}

interface MergedPlugins extends PluginFiles {
  counts: TakenCounts
}

/** A file of plugins, and the lines of each plugin by its id. */
interface PluginFile {
  editor: LineEditor
  lines: Map<number, LineId[]>
}

/**
 * Takes changes of plugins over into plugins.txt and loadorder.txt. A plugin moves in both files, since loadorder.txt
 * determines the order. To switch a plugin, its asterisk in plugins.txt is set or removed; in a file without asterisks,
 * its line is added or removed.
 */
export function mergePlugins(
  stored: PluginFiles,
  other: OtherPlugins,
  take: TakenKinds,
  names: LoadOrderNames,
): MergedPlugins | { errors: FieldErrors } {
  const states = stored.plugins && openFile(stored.plugins, statedPlugin, names.plugin)
  const order = stored.loadorder && openFile(stored.loadorder, orderedPlugin, names.plugin)
  const idOf = ({ name }: PluginEntry) => names.plugin.idOf(name)

  const read = states && readPluginsTxt('', states.editor.texts, names.plugin).states
  const joined = joinPlugins(
    order ? readLoadorderTxt('', order.editor.texts, names.plugin).order : null,
    read ?? null,
    names.plugin,
  )
  const base = { plugins: joined.plugins ?? [], pluginSources: joined.sources }
  // A plugins.txt without plugins does not show whether it uses asterisks, so the other list decides.
  const hasAsterisks = read !== undefined && (read.hasAsterisks || (states?.lines.size === 0 && other.hasAsterisks))
  const missing = orderMissing(base, { ...other, plugins: [...other.plugins] }, names)
  const before = base.plugins.filter((plugin) => !missing.plugins.has(plugin))
  const after = other.plugins.filter((plugin) => !missing.plugins.has(plugin))

  const changes = orderChanges(before, after, names.plugin)
  const form = { hasAsterisks, hasOrder: order !== undefined, hasStates: states !== undefined }
  const { chosen, errors } = chooseChanges('plugins', take, {
    ...changes,
    added: changes.added.filter((plugin) => isWritable(plugin, form)),
  })
  if (Object.keys(errors).length > 0) return { errors }

  const switchedOff = [...chosen.removed, ...chosen.disabled].filter((plugin) => switchOff(plugin))
  const switchedOn = switchOn(chosen.enabled, chosen.moved)
  place()
  if (states !== undefined && read?.hasAsterisks) keepAsterisk(states.editor)
  return {
    plugins: states?.editor.bytes(),
    loadorder: order?.editor.bytes(),
    counts: {
      added: chosen.added.size,
      removed: switchedOff.filter((plugin) => chosen.removed.has(plugin)).length,
      enabled: switchedOn,
      disabled: switchedOff.filter((plugin) => chosen.disabled.has(plugin)).length,
      moved: chosen.moved.size,
    },
  }

  /** Switches a plugin off. Returns false if the files do not say whether it is on. */
  function switchOff(plugin: PluginEntry): boolean {
    const id = idOf(plugin)
    const lines = states?.lines.get(id)
    if (states === undefined) return false
    if (lines === undefined) return !hasAsterisks // without asterisks, a plugin without a line is off already
    if (hasAsterisks) return setMark(states.editor, lines.at(-1) ?? 0, false)
    for (const line of lines) states.editor.remove(line)
    states.lines.delete(id)
    return true
  }

  /** Switches plugins on, and returns their number. New lines of plugins.txt follow the load order. */
  function switchOn(enabled: ReadonlySet<PluginEntry>, moved: ReadonlySet<PluginEntry>): number {
    if (states === undefined || enabled.size === 0) return 0
    const on = new Set([...enabled].map(idOf))
    const movedIds = new Set([...moved].map(idOf))
    let count = 0
    let last: LineId | undefined
    for (const plugin of base.plugins) {
      const id = idOf(plugin)
      const lines = states.lines.get(id)
      if (on.has(id) && lines !== undefined) count += setMark(states.editor, lines.at(-1) ?? 0, true) ? 1 : 0
      else if (on.has(id) && isStated(plugin.name, hasAsterisks)) {
        const line = states.editor.add(
          stateLine(plugin.name, hasAsterisks),
          last === undefined ? start(states, id) : { after: last },
        )
        states.lines.set(id, [line])
        count++
      }
      if (!movedIds.has(id)) last = states.lines.get(id)?.[0] ?? last
    }
    return count
  }

  /** Puts the moved and added plugins into their places, in the order of the other list. */
  function place(): void {
    const moved = new Set(changes.moved.map(({ after }) => after))
    let anchor: PluginEntry | undefined
    let stateAnchor: LineId | undefined
    after.forEach((plugin, at) => {
      const isAdded = changes.places[at] === -1
      const isPut = isAdded ? chosen.added.has(plugin) : chosen.moved.has(plugin)
      if ((isAdded || moved.has(plugin)) && !isPut) return
      const id = idOf(plugin)
      if (isPut && states !== undefined && (isAdded ? isInStates(plugin, form) : states.lines.has(id))) {
        const text = stateLine(plugin.name, hasAsterisks && plugin.enabled === true)
        put(states, id, text, stateAnchor === undefined ? start(states, id) : { after: stateAnchor })
      }
      if (isPut && order !== undefined) {
        const lineOfAnchor = anchor === undefined ? undefined : lineInOrder(order, anchor)
        put(order, id, plugin.name, lineOfAnchor === undefined ? start(order, id) : { after: lineOfAnchor })
      }
      anchor = plugin
      stateAnchor = states?.lines.get(id)?.[0] ?? stateAnchor
    })
  }

  /** Returns the place before all plugins that are compared, except the given one. */
  function start({ lines }: PluginFile, except: number): Place {
    const first = before.find((plugin) => idOf(plugin) !== except && lines.has(idOf(plugin)))
    return first === undefined ? 'end' : { before: lines.get(idOf(first))?.[0] ?? 0 }
  }

  /**
   * Returns the line of a plugin in loadorder.txt. If only plugins.txt names it, loadorder.txt is first extended with
   * the plugins of plugins.txt up to it, whose order stays the same.
   */
  function lineInOrder(file: PluginFile, plugin: PluginEntry): LineId {
    const id = idOf(plugin)
    for (
      let line = states?.editor.first();
      line !== undefined && !file.lines.has(id);
      line = states?.editor.next(line)
    ) {
      const name = statedPlugin(states?.editor.textOf(line) ?? '')
      if (name === undefined || file.lines.has(names.plugin.idOf(name))) continue
      file.lines.set(names.plugin.idOf(name), [file.editor.add(name, 'end')])
    }
    return file.lines.get(id)?.[0] ?? 0
  }
}

function openFile(stored: Uint8Array, pluginOf: (line: string) => string | undefined, names: Names): PluginFile {
  const editor = editLines(stored)
  const lines: PluginFile['lines'] = new Map()
  editor.texts.forEach((text, line) => {
    const name = pluginOf(text)
    if (name === undefined) return
    const id = names.idOf(name)
    const known = lines.get(id)
    if (known === undefined) lines.set(id, [line])
    else known.push(line)
  })
  return { editor, lines }
}

/**
 * Moves the line of a plugin, or adds one. If there are several lines, only the last one stays: it has the plugin's
 * state.
 */
function put({ editor, lines }: PluginFile, id: number, text: string, to: Place): void {
  const known = lines.get(id) ?? []
  const last = known.at(-1)
  if (last === undefined) {
    lines.set(id, [editor.add(text, to)])
    return
  }
  for (const line of known.slice(0, -1)) editor.remove(line)
  editor.move(last, to)
  lines.set(id, [last])
}

/** Sets the asterisk of a line. Returns false if the line would no longer name its plugin. */
function setMark(editor: LineEditor, line: LineId, isOn: boolean): boolean {
  const text = editor.textOf(line)
  if (isMarked(text) === isOn) return true
  const bare = text.trimStart()
  const changed = isOn ? `*${bare}` : bare.slice(1)
  if (isMarked(changed) !== isOn || statedPlugin(changed) !== statedPlugin(text)) return false
  editor.setMarker(line, isOn ? 0 : 1, isOn ? '*' : '')
  return true
}

/**
 * Makes sure that the file still has an asterisk. Without any, it would be read as a file of an older game, in which
 * all plugins are on. An asterisk alone names no plugin.
 */
function keepAsterisk(editor: LineEditor): void {
  for (let line = editor.first(); line !== undefined; line = editor.next(line)) {
    if (isMarked(editor.textOf(line))) return
  }
  editor.add('*', 'end')
}

const stateLine = (name: string, isMarkedOn: boolean): string => (isMarkedOn ? `*${name}` : name)

/** Reports whether a line of plugins.txt, with or without an asterisk, can name this plugin. */
const isStated = (name: string, isMarkedOn: boolean): boolean =>
  statedPlugin(stateLine(name, isMarkedOn)) === name && isMarked(stateLine(name, isMarkedOn)) === isMarkedOn

interface Form {
  hasAsterisks: boolean
  hasOrder: boolean
  hasStates: boolean
}

/** Reports whether an added plugin gets a line in plugins.txt. Without asterisks, only plugins that are on have one. */
function isInStates({ enabled }: PluginEntry, { hasAsterisks, hasOrder, hasStates }: Form): boolean {
  if (!hasStates) return false
  return enabled === null ? !hasOrder : enabled || hasAsterisks
}

/** Reports whether an added plugin can be written. Without asterisks and loadorder.txt, a plugin that is off cannot. */
function isWritable(plugin: PluginEntry, form: Form): boolean {
  const isInState = isInStates(plugin, form)
  if (!form.hasOrder && !isInState) return false
  const isReadBack = !isInState || isStated(plugin.name, form.hasAsterisks && plugin.enabled === true)
  return isReadBack && (!form.hasOrder || orderedPlugin(plugin.name) === plugin.name)
}
