import { z } from 'zod'
import type { CacheKey } from '../http/cache/cached-response.ts'
import { lastOf, optionalParameter } from '../http/request/paging.ts'
import type { ListCounts } from './queries.ts'

const KNOWN = /^counts(,counts)*$/

export const includeParameter = {
  include: optionalParameter(z.string().regex(KNOWN, 'The include parameter must be counts.')).describe(
    '`counts` adds to each list how many mods and plugins it has.',
  ),
}

export const IncludeQuery = z.looseObject(includeParameter)

const includeOf = (query: unknown): unknown => lastOf((query as { include?: unknown } | undefined)?.include)

/** Reports whether a query, validated or not, asks for counts. */
export function wantsCounts(query: unknown): boolean {
  const include = includeOf(query)
  return typeof include === 'string' && KNOWN.test(include)
}

/** Returns the cache key of a response with or without counts; undefined if the `include` of the query is invalid. */
export function keyWithCounts(key: CacheKey, query: unknown): CacheKey {
  const include = includeOf(query)
  const hasCounts = wantsCounts(query)
  if (!hasCounts && include !== undefined && include !== '') return undefined
  return key && [...key, hasCounts]
}

const number = z.int().min(0).nullable()

export const Counts = z
  .object({
    mods: number.describe('Number of mods.'),
    mods_enabled: number.describe('Mods that are on.'),
    plugins: number.describe('Number of plugins.'),
    plugins_enabled: number.describe('Plugins that are on.'),
  })
  .meta({
    id: 'ListCounts',
    description:
      'Numbers of mods and plugins. Null if no file of the list names any, or if the files are not read yet.',
  })

export const countsView = ({ mods, modsEnabled, plugins, pluginsEnabled }: ListCounts): z.output<typeof Counts> => ({
  mods,
  mods_enabled: modsEnabled,
  plugins,
  plugins_enabled: pluginsEnabled,
})
