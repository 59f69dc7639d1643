import { z } from 'zod'

// The only definition of load orders and their changes. The pure files import only its types, so that browsers get no
// zod.

const name = z.string()
const place = z.int().min(0)
/** Null in a file that does not say in which order its entries load. */
const orderPlace = place.nullable()
const count = place
const state = z.boolean().nullable()

const modPlace = { priority: orderPlace, separator: name.nullable() }
const pluginPlace = { index: orderPlace }

export const ModEntry = z.object({
  kind: z.enum(['mod', 'separator', 'unmanaged']),
  name,
  enabled: state.describe('Null for separators and unmanaged entries.'),
  priority: orderPlace.describe(
    'Priority as the mod manager shows it. If two mods have the same file, the higher priority wins. Null if the file does not say in which order mods load.',
  ),
  separator: name.nullable().describe('The separator above the entry; null if there is none.'),
  version: z
    .string()
    .nullable()
    .describe('Version as written in a file, at most 50 characters; null if no file has it.'),
  source: z.string().nullable().describe('The http or https address of the mod; null if no file has it.'),
})
export type ModEntry = z.output<typeof ModEntry>

export const PluginEntry = z.object({
  name,
  enabled: state.describe('Null if the state is not in the files.'),
  index: orderPlace.describe(
    'Place in the load order. The plugin with index 0 loads first. Null if the file does not say in which order plugins load.',
  ),
})
export type PluginEntry = z.output<typeof PluginEntry>

const Setting = z.object({ section: name, key: name, value: z.string() })
export type Setting = z.output<typeof Setting>

const FileSettings = z.object({ file: name, settings: z.array(Setting) })
export type FileSettings = z.output<typeof FileSettings>

const note = {
  file: name,
  code: z.enum([
    'order_reversed',
    'order_missing',
    'cut',
    'duplicate_mods',
    'duplicate_plugins',
    'repeated_settings',
    'repeated_sections',
    'not_plugins',
    'not_entries',
    'not_read',
    'unreadable',
    'skipped_mods',
    'more_logs',
    'log_cut',
    'log_differs',
  ]),
  count: place.describe(
    'Number of ignored lines. For `order_reversed` and `unreadable`, 1. For `cut`, the number of entries of the file that the response ' +
      'leaves out. For `order_missing`, the number of plugins that could not be compared. For `not_plugins`, the number of lines ' +
      'that are neither plugins nor comments. For `not_entries`, the number of lines of other text. For `not_read`, the number of files, from which nothing is read. For `skipped_mods`, the number of mods that the game did not load. ' +
      'For `more_logs`, the number of crash logs besides the one that is shown. For `log_cut`, the number of plugins that the log ' +
      'counts, but does not list. For `log_differs`, the number of plugins that only the log or only the other files have.',
  ),
  names: z
    .array(name)
    .describe(
      'Names in the ignored lines, or these lines, at most 20. For `skipped_mods`, each with the reason. For `more_logs`, the files of the other logs.',
    ),
}
const Note = z.object(note)
export type Note = z.output<typeof Note>

const CodePlace = z.object({
  module: name.nullable().describe('The file of the code, without folders; null if the address is in no module.'),
  offset: z.string().nullable().describe('Upper-case hexadecimal digits without leading zeros.'),
})
export type CodePlace = z.output<typeof CodePlace>

const LoggedMod = z.object({
  name,
  version: z.string().nullable(),
  errors: count.describe('Number of lines of the mod with the level ERROR or FATAL.'),
  update: z.string().nullable().describe('The version that the mod can be updated to.'),
  skipped: z.string().nullable().describe('Why the game did not load the mod.'),
})
export type LoggedMod = z.output<typeof LoggedMod>

export const CrashLog = z
  .object({
    file: name,
    format: z.string().nullable().describe('The program that wrote the log; null if only a part of a log is there.'),
    format_version: z.string().nullable(),
    game_version: z.string().nullable(),
    platform: z.string().nullable().describe('The operating system, if the log is of SMAPI.'),
    time: z
      .string()
      .nullable()
      .describe(
        'When the log was written, on the player’s clock; in UTC if it ends in Z. As written if it can’t be read.',
      ),
    description: z.string().optional().describe('What a crash report of Minecraft says happened.'),
    exception: z.string().nullable(),
    at: CodePlace.nullable().describe('The place of the crash; null if the address is in no module.'),
    stack: z.array(CodePlace).describe('The first 20 frames of the call stack.'),
    extender_plugins: z
      .array(z.object({ name, version: z.string().nullable() }))
      .nullable()
      .describe('The DLLs of the script extender; null if the log does not list them.'),
    named: z
      .object({ plugins: z.array(name), dlls: z.array(name), mods: z.array(name) })
      .describe('Who is mentioned where the crash happened, in this order. It says no more than that.'),
    plugin_list: z
      .enum(['listed', 'failed', 'absent'])
      .describe('Whether the log lists plugins. `failed`: the logger tried, but could not.'),
    mods: z.array(LoggedMod).nullable().describe('The mods of a log of SMAPI with something to tell; otherwise null.'),
  })
  .meta({ id: 'CrashLog', description: 'What a crash log says.' })
export type CrashLog = z.output<typeof CrashLog>

export const LoadOrder = z
  .object({
    mods: z.array(ModEntry).nullable().describe('Mods by ascending priority; null if no file lists mods.'),
    plugins: z.array(PluginEntry).nullable().describe('Plugins in load order; null if no file lists plugins.'),
    settings: z.array(FileSettings).describe('The settings of each ini file.'),
    notes: z.array(Note),
    log: CrashLog.nullable().describe('The newest crash log among the files; null if there is none.'),
  })
  .meta({ id: 'LoadOrder', description: 'The mods, plugins and settings in the files of a mod manager’s profile.' })
export type LoadOrder = z.output<typeof LoadOrder>

export const OrderCounts = z.object({ added: place, removed: place, enabled: place, disabled: place, moved: place })
const names = z.array(z.object({ name }))
const renames = z.array(z.object({ from: name, to: name }))
export type Rename = z.output<typeof renames>[number]

const modCounts = OrderCounts.extend({ updated: place, regrouped: place })

const ModState = z.object({ name, enabled: state, ...modPlace })
const ModFrom = z.object({ ...modPlace, after: name.nullable() })

export const ModChanges = z.object({
  counts: modCounts,
  added: z.array(ModState),
  removed: z.array(ModState),
  enabled: z.array(z.object({ name, ...modPlace })),
  disabled: z.array(z.object({ name, ...modPlace })),
  moved: z.array(z.object({ name, from: ModFrom, to: ModFrom })),
  updated: z
    .array(z.object({ name, from: z.string(), to: z.string(), ...modPlace }))
    .describe('Mods of both lists whose versions are known and differ, highest priority first.'),
  regrouped: z
    .array(z.object({ name, from: name.nullable(), to: name.nullable() }))
    .describe('Mods of both lists that have not moved but are under another separator, highest priority first.'),
  separators: z.object({ added: names, removed: names }),
  unmanaged: z.object({ added: names, removed: names }),
  possible_renames: renames,
})
export type ModChanges = z.output<typeof ModChanges>

const PluginState = z.object({ name, enabled: state, ...pluginPlace })
const PluginFrom = z.object({ ...pluginPlace, after: name.nullable() })

export const PluginChanges = z.object({
  counts: OrderCounts,
  added: z.array(PluginState),
  removed: z.array(PluginState),
  enabled: z.array(z.object({ name, ...pluginPlace })),
  disabled: z.array(z.object({ name, ...pluginPlace })),
  moved: z.array(z.object({ name, from: PluginFrom, to: PluginFrom })),
  possible_renames: renames,
})
export type PluginChanges = z.output<typeof PluginChanges>

export const SettingChanges = z.object({
  file: name,
  counts: z.object({ added: place, removed: place, changed: place }),
  added: z.array(Setting),
  removed: z.array(Setting),
  changed: z.array(z.object({ section: name, key: name, from: z.string(), to: z.string() })),
})
export type SettingChanges = z.output<typeof SettingChanges>

const OnlyIn = z.object({ only_in: z.literal([1, 2]) })
export type OnlyIn = z.output<typeof OnlyIn>

const dll = z.object({ name, version: z.string().nullable() })

const DllChanges = z.object({
  counts: z.object({ added: place, removed: place, updated: place }),
  added: z.array(dll),
  removed: z.array(dll),
  updated: z.array(z.object({ name, from: z.string(), to: z.string() })),
})
export type DllChanges = z.output<typeof DllChanges>

const LogChanges = z.object({
  same_place: z.boolean().nullable().describe('Whether both crashed at the same place; null if one log does not say.'),
  game_version: z.object({ from: z.string(), to: z.string() }).nullable().describe('Null if equal or unknown.'),
})
export type LogChanges = z.output<typeof LogChanges>

const FileChange = z.object({ name, change: z.enum(['changed', 'added', 'removed']) })
export type FileChange = z.output<typeof FileChange>

export const LoadOrderChanges = z
  .object({
    same: z.boolean().describe('Whether no file differs.'),
    mods: z.union([ModChanges, OnlyIn]).nullable(),
    plugins: z.union([PluginChanges, OnlyIn]).nullable(),
    dlls: z
      .union([DllChanges, OnlyIn])
      .nullable()
      .describe('Changes of the DLLs of the script extender in crash logs; null if neither list has any.'),
    log: LogChanges.nullable().describe('Null unless both lists have a crash log.'),
    settings: z.array(SettingChanges).describe('The changes of each ini file that both lists have, if there are any.'),
    files: z.array(FileChange).describe('The files with a diff.'),
    notes: z.array(z.object({ list: z.literal([1, 2]), ...note })),
    unread: z
      .object({ added: count, removed: count })
      .optional()
      .describe(
        'Numbers of added and removed lines in all diffs. Only present if no file of either list is read, and files differ.',
      ),
  })
  .meta({ id: 'LoadOrderChanges', description: 'The changes between two load orders, in terms of mods.' })
export type LoadOrderChanges = z.output<typeof LoadOrderChanges> & {
  /** The places of both crashes, which texts mention. Responses do not have them. */
  crashes?: readonly [CodePlace | null, CodePlace | null]
}
