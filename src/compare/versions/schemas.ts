import { z } from 'zod'
import { ModEntry, PluginEntry } from '../../load-order/schemas.ts'

/** Maximum number of versions in a response, and of the bytes of their files, each once. */
export const MAX_VERSIONS = 50
export const MAX_BYTES = 32 * 2 ** 20

/** Places of entries in `mods` or `plugins`. */
const places = z.array(z.int().min(0)).nullable()

export const Versions = z
  .object({
    mods: z.array(ModEntry.omit({ priority: true, source: true })).describe('The distinct mods of all versions.'),
    plugins: z.array(PluginEntry.omit({ index: true })).describe('The distinct plugins of all versions.'),
    versions: z
      .array(
        z.object({
          revision: z.int().min(1),
          version: z.string().nullable().describe('Version label in this revision.'),
          mods: places.describe('By ascending priority; null if no file lists mods.'),
          plugins: places.describe('In load order; null if no file lists plugins.'),
        }),
      )
      .describe(`At most ${MAX_VERSIONS} versions, newest first.`),
  })
  .meta({ id: 'Versions', description: 'What the versions of a list contain.' })
export type Versions = z.output<typeof Versions>
export type PackedVersion = Versions['versions'][number]
