import { z } from 'zod'
import { lastOf, optionalParameter } from '../../http/request/paging.ts'
import type { ListCounts } from './queries.ts'

const KNOWN = /^counts(,counts)*$/

/** The parameter that asks for more of each list. */
export const includeParameter = {
  include: optionalParameter(z.string().regex(KNOWN, 'The include parameter must be counts.')).describe(
    '`counts` adds to each list how many mods and plugins it has.',
  ),
}

export const IncludeQuery = z.looseObject(includeParameter)

/** Whether a query, validated or not, asks for the counts of lists. */
export function wantsCounts(query: unknown): boolean {
  const include = lastOf((query as { include?: unknown } | undefined)?.include)
  return typeof include === 'string' && KNOWN.test(include)
}

/** Returns the cache key of a response with or without counts. Undefined for a query that is refused, which is not validated yet. */
export function keyWithCounts(key: string | undefined, query: unknown): string | undefined {
  const include = lastOf((query as { include?: unknown } | undefined)?.include)
  if (include === undefined || include === '') return key
  return key !== undefined && wantsCounts(query) ? `${key} with counts` : undefined
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
    description: 'Null where the list has no file that names them, and until its files are read.',
  })

export const countsView = ({ mods, modsEnabled, plugins, pluginsEnabled }: ListCounts): z.output<typeof Counts> => ({
  mods,
  mods_enabled: modsEnabled,
  plugins,
  plugins_enabled: pluginsEnabled,
})
