import { z } from 'zod'
import { lastOf, optionalParameter } from '../../http/request/paging.ts'
import type { ListCounts } from './queries.ts'

/** The parameter that asks for more of each list. Whatever else it names is ignored. */
export const includeParameter = {
  include: optionalParameter(z.string()).describe('`counts` adds to each list how many mods and plugins it has.'),
}

export const IncludeQuery = z.looseObject(includeParameter)

/** Whether a query, validated or not, asks for the counts of lists. */
export function wantsCounts(query: unknown): boolean {
  const include = lastOf((query as { include?: unknown } | undefined)?.include)
  return typeof include === 'string' && include.split(',').includes('counts')
}

/** Makes two cache keys of one: with counts a response is another one. */
export const keyWithCounts = (key: string | undefined, query: unknown): string | undefined =>
  key !== undefined && wantsCounts(query) ? `${key} with counts` : key

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
