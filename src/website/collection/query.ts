import { z } from 'zod'
import { lastOf } from '../../http/request/paging.ts'
import { ListQuery } from '../../lists/schemas.ts'

/** The names of the API's parameters, by those that a page's address has for people. */
const PARAMETERS = {
  search: 'filter[search]',
  game: 'filter[game]',
  author: 'filter[author]',
  sort: 'sort',
  page: 'page',
} as const

type Parameter = keyof typeof PARAMETERS

/** What an address of the collection asks for, in the API's words; other parameters are ignored. */
export const CollectionQuery = z.preprocess((query) => {
  const values = Object.entries(PARAMETERS).map(([name, meant]) => [meant, given(query, name as Parameter)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}, ListQuery)

function given(query: unknown, name: Parameter): unknown {
  const value = lastOf((query as Partial<Record<Parameter, unknown>> | null)?.[name])
  return value === '' ? undefined : value
}

/** Longer addresses are not worth keeping a page for. */
const MAX_KEY = 1_024

/** What a page of the collection is cached by; undefined for what was searched, as no two people search the same. */
export function collectionKey(query: unknown): string | undefined {
  if (given(query, 'search') !== undefined) return undefined
  const key = JSON.stringify(Object.keys(PARAMETERS).map((name) => given(query, name as Parameter) ?? null))
  return key.length > MAX_KEY ? undefined : key
}
