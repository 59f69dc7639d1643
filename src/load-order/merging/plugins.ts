import type { FieldErrors } from '../../errors.ts'
import { orderChanges } from '../comparing/order-changes.ts'
import { orderMissing } from '../comparing/plugin-changes.ts'
import { keyOf } from '../key.ts'
import type { PluginForm } from '../reading/plugin-form.ts'
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
import type { Line, Place } from './line-editor.ts'
import {
  keepAsterisk,
  lineOf,
  openFile,
  type PluginFile,
  putPlugin,
  removePlugin,
  setMark,
  textsOf,
} from './plugin-file.ts'
import type { TakenKinds } from './take.ts'

/** The stored files that name the plugins of a list. At least one of them exists. */
interface PluginFiles {
  plugins: Uint8Array | undefined
  loadorder: Uint8Array | undefined
}

interface OtherPlugins extends Pick<ProfileLoadOrder, 'pluginSources'> {
  plugins: PluginEntry[]
}

interface MergedPlugins extends PluginFiles {
  counts: TakenCounts
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
  gameForm: PluginForm,
): MergedPlugins | { errors: FieldErrors } {
  const states = stored.plugins && openFile(stored.plugins, statedPlugin)
  const order = stored.loadorder && openFile(stored.loadorder, orderedPlugin)

  const read = states && readPluginsTxt('', textsOf(states)).states
  const joined = joinPlugins(order ? readLoadorderTxt('', textsOf(order)).plugins : null, read ?? null, gameForm)
  const base = { plugins: joined.plugins ?? [], pluginSources: joined.sources }
  // A plugins.txt without plugins does not show whether it uses asterisks, so the other list decides.
  const isEmpty = states?.lines.size === 0
  const hasAsterisks = joined.sources.hasAsterisks || (isEmpty && other.pluginSources.hasAsterisks)
  const missing = orderMissing(base, other)
  const before = base.plugins.filter((plugin) => !missing.plugins.has(plugin))
  const after = other.plugins.filter((plugin) => !missing.plugins.has(plugin))

  const changes = orderChanges(before, after)
  const form = { hasAsterisks, hasOrder: order !== undefined, hasStates: states !== undefined }
  const { chosen, errors } = chooseChanges('plugins', take, {
    ...changes,
    added: changes.added.filter((plugin) => isWritable(plugin, form)),
  })
  if (Object.keys(errors).length > 0) return { errors }

  const switchedOff = [...chosen.removed, ...chosen.disabled].filter((plugin) => switchOff(plugin))
  const switchedOn = switchOn(chosen.enabled, chosen.moved)
  place()
  if (states !== undefined && read?.hasMarks && gameForm !== 'asterisks') keepAsterisk(states)
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
    if (states === undefined) return false
    if (lineOf(states, plugin) === undefined) return !hasAsterisks // without asterisks, it is off already
    if (hasAsterisks) return setMark(states, plugin, false)
    removePlugin(states, plugin)
    return true
  }

  /** Switches plugins on, and returns their number. New lines of plugins.txt follow the load order. */
  function switchOn(enabled: ReadonlySet<PluginEntry>, moved: ReadonlySet<PluginEntry>): number {
    if (states === undefined || enabled.size === 0) return 0
    const on = keysOf(enabled)
    const movedKeys = keysOf(moved)
    let count = 0
    let last: Line | undefined
    for (const plugin of base.plugins) {
      const key = keyOf(plugin.name)
      if (on.has(key) && states.lines.has(key)) count += setMark(states, plugin, true) ? 1 : 0
      else if (on.has(key) && isStated(plugin.name, hasAsterisks)) {
        putPlugin(states, plugin, stateLine(plugin.name, hasAsterisks), behind(last, states, plugin))
        count++
      }
      if (!movedKeys.has(key)) last = lineOf(states, plugin) ?? last
    }
    return count
  }

  /** Puts the moved and added plugins into their places, in the order of the other list. */
  function place(): void {
    const moved = new Set(changes.moved.map(({ after }) => after))
    let anchor: PluginEntry | undefined
    let stateAnchor: Line | undefined
    after.forEach((plugin, at) => {
      const isAdded = changes.places[at] === -1
      const isPut = isAdded ? chosen.added.has(plugin) : chosen.moved.has(plugin)
      if ((isAdded || moved.has(plugin)) && !isPut) return
      if (
        isPut &&
        states !== undefined &&
        (isAdded ? isInStates(plugin, form) : lineOf(states, plugin) !== undefined)
      ) {
        const text = stateLine(plugin.name, hasAsterisks && plugin.enabled === true)
        putPlugin(states, plugin, text, behind(stateAnchor, states, plugin))
      }
      if (isPut && order !== undefined) {
        const line = anchor && lineInOrder(order, anchor)
        putPlugin(order, plugin, plugin.name, behind(line, order, plugin))
      }
      const line = states && lineOf(states, plugin)
      stateAnchor = line ?? stateAnchor
      // A plugin that was taken out of plugins.txt has no line left if loadorder.txt lacks it.
      if (line !== undefined || (order && lineOf(order, plugin)) !== undefined) anchor = plugin
    })
  }

  /** Returns the place after a line; without one, the place before the other plugins that are compared. */
  function behind(line: Line | undefined, file: PluginFile, plugin: PluginEntry): Place {
    if (line !== undefined) return { after: line }
    const key = keyOf(plugin.name)
    const first = before.find((other) => keyOf(other.name) !== key && lineOf(file, other) !== undefined)
    const next = first && lineOf(file, first)
    return next === undefined ? 'end' : { before: next }
  }

  /**
   * Returns the line of a plugin in loadorder.txt. If only plugins.txt names it, loadorder.txt is first extended with
   * the plugins of plugins.txt up to it, whose order stays the same.
   */
  function lineInOrder(file: PluginFile, plugin: PluginEntry): Line | undefined {
    for (const { text } of states?.editor.lines() ?? []) {
      if (lineOf(file, plugin) !== undefined) break
      const name = statedPlugin(text)
      if (name !== undefined && lineOf(file, { name }) === undefined) putPlugin(file, { name }, name, 'end')
    }
    return lineOf(file, plugin)
  }
}

const keysOf = (plugins: ReadonlySet<PluginEntry>) => new Set([...plugins].map(({ name }) => keyOf(name)))

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
