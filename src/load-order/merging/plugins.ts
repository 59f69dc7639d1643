import type { FieldErrors } from '../../errors.ts'
import type { OrderChanges } from '../comparing/order-changes.ts'
import { comparePlugins } from '../comparing/plugin-changes.ts'
import { keyOf } from '../key.ts'
import { isMarked, orderedPlugin, statedPlugin } from '../reading/plugin-lines.ts'
import { joinPlugins, type PluginForm } from '../reading/plugins.ts'
import type { ProfileLoadOrder } from '../reading/read.ts'
import { pluginsEncoding } from '../reading/stored-profile.ts'
import type { PluginEntry } from '../schemas.ts'
import { type Chosen, chooseChanges, isNothing, NONE_TAKEN, type TakenCounts } from './choice.ts'
import type { ComparedLists, TakenKinds } from './compared-lists.ts'
import { type LeftOut, leftOutErrors, writableChanges } from './left-out.ts'
import {
  isReadBack,
  keepAsterisk,
  lineOf,
  type PluginFile,
  placeInOrder,
  pluginsIn,
  removePlugin,
  setMark,
  textsOf,
} from './plugin-file.ts'

/** The open files that name the plugins of a list. At least one of them exists. */
interface PluginFiles {
  states: PluginFile | undefined
  order: PluginFile | undefined
}

interface OtherPlugins extends Pick<ProfileLoadOrder, 'pluginSources'> {
  plugins: PluginEntry[]
}

interface MergedPlugins {
  plugins: Uint8Array | undefined
  loadorder: Uint8Array | undefined
  counts: TakenCounts
  leftOut: LeftOut[]
}

interface MergeOptions {
  /** What decides about the form of plugins.txt in the list that changes. */
  form: PluginForm
  /** Whether plugins are left out whose names a file can't hold. Otherwise they are errors. */
  leavesOut: boolean
  /** The same lists, if they have been compared already. */
  compared?: ComparedLists | undefined
}

/**
 * Takes changes of plugins over into plugins.txt and loadorder.txt. To switch a plugin, its asterisk in plugins.txt is
 * set or removed; in a file without asterisks, its line is added or removed. First the new load order is made. Then each
 * line that is moved or added goes directly behind the nearest plugin before it in that order that has a line, in both
 * files, so that they agree.
 */
export function mergePlugins(
  { states, order }: PluginFiles,
  other: OtherPlugins,
  take: TakenKinds,
  { form, leavesOut, compared }: MergeOptions,
): MergedPlugins | { errors: FieldErrors } {
  const hasMarks = states !== undefined && textsOf(states).some(isMarked)
  const { plugins: all, pluginSources } = compared?.base ?? readPlugins({ states, order }, hasMarks, form)
  const base = { plugins: all ?? [], pluginSources }
  const { before, after, changes } = compared?.plugins ?? comparePlugins(base, other)

  const written = writtenForm(base, other)
  const { hasAsterisks } = written
  const { chosen, errors } = chooseChanges('plugins', take, {
    ...changes,
    added: changes.added.filter((plugin) => isWritable(plugin, written)),
  })
  if (Object.keys(errors).length > 0) return { errors }
  const { writable, leftOut } = writableChanges(chosen, {
    states,
    order,
    hasAsterisks,
    isInStates: (plugin) => isInStates(plugin, written),
  })
  if (!leavesOut && Object.keys(leftOut).length > 0) return { errors: leftOutErrors(leftOut) }

  if (isNothing(writable))
    return { plugins: undefined, loadorder: undefined, counts: NONE_TAKEN, leftOut: Object.values(leftOut).flat() }

  const switchedOff = [...writable.removed, ...writable.disabled].filter((plugin) => switchOff(plugin))
  const [added, moved, enabled] = [writable.added, keysOf(writable.moved), keysOf(writable.enabled)]
  const newOrder = orderAfter(base.plugins, before, after, changes, writable)
  let switchedOn = 0
  if (states !== undefined) {
    for (const { name } of writable.enabled)
      if (lineOf(states, { name }) && setMark(states, { name }, true)) switchedOn++
    placeInOrder(states, newOrder, (plugin) => {
      const key = keyOf(plugin.name)
      const hasLine = lineOf(states, plugin) !== undefined
      if (!hasLine && enabled.has(key) && !hasAsterisks && isStated(plugin.name, false)) {
        switchedOn++
        return plugin.name
      }
      const isPut = hasLine ? moved.has(key) : added.has(plugin) && isInStates(plugin, written)
      return isPut ? stateLine(plugin.name, hasAsterisks && plugin.enabled === true) : undefined
    })
    if (hasMarks && form !== 'asterisks') keepAsterisk(states)
  }
  if (order !== undefined) {
    const isPut = (plugin: PluginEntry) => added.has(plugin) || moved.has(keyOf(plugin.name))
    const last = newOrder.findLastIndex(isPut)
    // Plugins that only plugins.txt names come after those of loadorder.txt, until loadorder.txt names them, too.
    const isExtended = (plugin: PluginEntry, at: number) =>
      at < last && !lineOf(order, plugin) && states && lineOf(states, plugin) && order.editor.canWrite(plugin.name)
    placeInOrder(order, newOrder, (plugin, at) => (isPut(plugin) || isExtended(plugin, at) ? plugin.name : undefined))
  }
  const files = { plugins: bytesOf(states), loadorder: bytesOf(order) }
  if (!areReadBack({ states, order }, files)) return { errors: { 'take.plugins': [NOT_READ_BACK] } }
  return {
    ...files,
    counts: {
      added: added.size,
      removed: switchedOff.filter((plugin) => writable.removed.has(plugin)).length,
      enabled: switchedOn,
      disabled: switchedOff.filter((plugin) => writable.disabled.has(plugin)).length,
      moved: writable.moved.size,
    },
    leftOut: Object.values(leftOut).flat(),
  }

  /** Switches a plugin off. Returns false if the files do not say whether it is on. */
  function switchOff(plugin: PluginEntry): boolean {
    if (states === undefined) return false
    if (lineOf(states, plugin) === undefined) return !hasAsterisks // without asterisks, it is off already
    if (hasAsterisks) return setMark(states, plugin, false)
    removePlugin(states, plugin)
    return true
  }
}

function readPlugins({ states, order }: PluginFiles, hasMarks: boolean, form: PluginForm) {
  const stated = states ? { hasMarks, plugins: pluginsIn(states, ({ text }) => isMarked(text)) } : null
  const { plugins, sources } = joinPlugins(order ? pluginsIn(order, () => null) : null, stated, form)
  return { plugins, pluginSources: sources }
}

const NOT_READ_BACK =
  'After these changes, plugins.txt or loadorder.txt would be read with other names. Take fewer changes, or save the files as UTF-8 first.'

/** Reports whether the new files are read as they were written: with the same plugins, in the same code page. */
function areReadBack({ states, order }: PluginFiles, files: Pick<MergedPlugins, 'plugins' | 'loadorder'>): boolean {
  if (![states, order].every((file) => file === undefined || isReadBack(file))) return false
  if (states === undefined || files.plugins === undefined || states.editor.encoding.startsWith('utf-')) return true
  const encoding = pluginsEncoding(files.plugins, files.loadorder)
  return encoding === states.editor.encoding || states.editor.isReadAs(encoding)
}

function bytesOf(file: PluginFile | undefined): Uint8Array | undefined {
  file?.editor.keepCodePage()
  return file?.editor.bytes()
}

const keysOf = (plugins: ReadonlySet<PluginEntry>) => new Set([...plugins].map(({ name }) => keyOf(name)))

const stateLine = (name: string, isMarkedOn: boolean): string => (isMarkedOn ? `*${name}` : name)

/** Reports whether a line of plugins.txt, with or without an asterisk, can name this plugin. */
const isStated = (name: string, isMarkedOn: boolean): boolean =>
  statedPlugin(stateLine(name, isMarkedOn)) === name && isMarked(stateLine(name, isMarkedOn)) === isMarkedOn

/** What the files of the list that changes have. */
interface Form {
  hasAsterisks: boolean
  hasOrder: boolean
  hasStates: boolean
}

type ReadPlugins = Pick<ProfileLoadOrder, 'plugins' | 'pluginSources'>

function writtenForm({ plugins, pluginSources }: ReadPlugins, other: Pick<ReadPlugins, 'pluginSources'>): Form {
  const { ordered, unstated } = pluginSources
  // A plugins.txt without plugins does not show whether it uses asterisks, so the other list decides.
  const isEmpty = unstated !== null && unstated.size === (plugins?.length ?? 0)
  return {
    hasAsterisks: pluginSources.hasAsterisks || (isEmpty && other.pluginSources.hasAsterisks),
    hasOrder: ordered !== null,
    hasStates: unstated !== null,
  }
}

/** Returns the added plugins that the files of the first list can name, apart from their code pages. */
export function writablePlugins(base: ReadPlugins, other: ReadPlugins, added: readonly PluginEntry[]): PluginEntry[] {
  const form = writtenForm(base, other)
  return added.filter((plugin) => isWritable(plugin, form))
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

/**
 * Returns the load order after a merge. A plugin that is moved or added goes behind the nearest plugin before it in the
 * other list that did not move, or was taken over, too; without one, before all plugins that are compared. `all` are the
 * plugins of the list that changes, `before` those that are compared with `after`.
 */
function orderAfter(
  all: readonly PluginEntry[],
  before: readonly PluginEntry[],
  after: readonly PluginEntry[],
  changes: OrderChanges<PluginEntry>,
  chosen: Chosen<PluginEntry>,
): PluginEntry[] {
  const moved = new Set(changes.moved.map((move) => move.after))
  const leaving = new Set<PluginEntry>()
  const first: PluginEntry[] = []
  const followers = new Map<PluginEntry, PluginEntry[]>()
  let behind = first
  after.forEach((plugin, at) => {
    const counterpart = before[changes.places[at] ?? -1]
    if (counterpart === undefined) {
      if (chosen.added.has(plugin)) behind.push(plugin)
    } else if (!moved.has(plugin)) {
      behind = []
      followers.set(counterpart, behind)
    } else if (chosen.moved.has(plugin)) {
      behind.push(counterpart)
      leaving.add(counterpart)
    }
  })
  const compared = new Set(before)
  const staying = all.filter((plugin) => !leaving.has(plugin))
  const start = staying.findIndex((plugin) => compared.has(plugin))
  return staying
    .toSpliced(start === -1 ? staying.length : start, 0, ...first)
    .flatMap((plugin) => [plugin, ...(followers.get(plugin) ?? [])])
}
