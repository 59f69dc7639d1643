import { z } from 'zod'
import { optionalParameter } from '../http/request/paging.ts'
import { includeParameter } from '../lists/counts.ts'
import { ComparedList, ListSummary, slugParameter } from '../lists/schemas.ts'
import { LoadOrderChanges, ModEntry, PluginEntry } from '../load-order/schemas.ts'

const OR_REVISION = ', or `slug@n` for one of its revisions'

export const CompareParams = z.object({
  slug1: slugParameter.meta({ description: `The slug of the first list${OR_REVISION}.`, examples: ['it-crashes'] }),
  slug2: slugParameter.meta({ description: `The slug of the second list${OR_REVISION}.`, examples: ['it-works'] }),
})

export type CompareParams = z.output<typeof CompareParams>

const slug = optionalParameter(z.string())

const sides = {
  list1: slug.describe(`The slug of the first list${OR_REVISION}.`),
  list2: slug.describe(`The slug of the second list${OR_REVISION}.`),
}

/** The query names both lists, or neither of them to get the lists to choose from. */
export const CompareQuery = z.object({ ...sides, ...includeParameter }).superRefine(({ list1, list2 }, context) => {
  if ((list1 === undefined) === (list2 === undefined)) return
  const missing = list1 === undefined ? 'list1' : 'list2'
  context.addIssue({
    code: 'custom',
    path: [missing],
    message: `The ${missing} parameter is required if the other list is given.`,
  })
})

export const Comparison = z
  .object({
    list1: ComparedList,
    list2: ComparedList,
    diffs: z
      .array(z.string())
      .describe(
        'A unified diff for each file that differs. Joined, they are a patch from the first list to the second.',
      ),
  })
  .meta({ id: 'Comparison', description: 'Two lists, and the diffs between their files.' })

export const ComparableLists = z.array(ListSummary)

/** The parameter of Markdown that groups the changes of mods. */
export const groupParameter = {
  by: optionalParameter(z.literal('separator', { error: 'by must be separator.' })).describe(
    'With `separator`, the changes of mods are under their separators, a line each.',
  ),
}

export const ListChanges = z
  .object({ list1: ListSummary, list2: ListSummary, ...LoadOrderChanges.shape })
  .meta({ id: 'ListChanges', description: 'Two lists, and the changes between them in terms of mods.' })

/** Maximum number of versions in a response. */
export const MAX_VERSIONS = 50

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
