import { z } from 'zod'
import type { FieldErrors } from '../../errors.ts'
import { isSlug } from '../../lists/slug.ts'
import { parseVersion } from '../../lists/version-address.ts'
import { parameter } from '../parameters.ts'

export interface Choice {
  first: string
  second: string
  /** Name of the game whose lists are suggested first; empty if unknown. */
  game: string
}

/** Parses both fields of the form, or the ticks of the collection. `more` counts the ticks after the first two. */
export const ChoiceQuery = z
  .object({
    list1: parameter,
    list2: parameter,
    game: parameter,
    list: z.preprocess((value) => [value].flat(), z.array(z.unknown())),
  })
  .transform(({ list1, list2, game, list }) => {
    const [first = list1, second = list2, ...more] = list.filter((slug) => typeof slug === 'string')
    return { first: first.trim(), second: second.trim(), game, more: more.length }
  })
export type ChoiceQuery = z.output<typeof ChoiceQuery>

/** A chosen list: its slug, with its revision if given (`my-list@3`), or an error message. Empty for an empty field. */
interface ChosenList {
  slug?: string
  error?: string
}

/** Reads a slug or a link to a list, on the hosts of this site or their subdomains. */
export function readChosenList(text: string, hosts: readonly string[]): ChosenList {
  if (text === '') return {}
  const [, linked] = /\/lists\/([\w-]+(?:@\d+)?)/.exec(text) ?? [] // chats may add characters around a link
  const [, host] = /https?:\/\/([^/?#\s]+)/i.exec(text) ?? []
  const given = (linked ?? text).toLowerCase()
  if (host !== undefined && !isOwnHost(host, hosts)) {
    return { error: `This link leads to another site, ${host}. Upload that list here first, then compare it.` }
  }
  return isSlug(parseVersion(given).slug) ? { slug: given } : { error: WRONG }
}

/** Says in an empty field what to enter. */
export const LINK_OR_NAME = 'Link of a list'

const WRONG = 'This is not a link to a list, such as https://example.com/lists/my-list.'

/** Returns whether a host belongs to this site, to this machine or to its local network. */
function isOwnHost(host: string, hosts: readonly string[]): boolean {
  const name = nameOf(host)
  const isLocal = !name.includes('.') || /^[\d.]+$/.test(name) || name.startsWith('[')
  return isLocal || hosts.some((own) => domainOf(nameOf(own)) === domainOf(name))
}

const nameOf = (host: string) => host.toLowerCase().replace(/:\d+$/, '')

const domainOf = (name: string) => name.split('.').slice(-2).join('.')

/** Returns the slugs of both lists, undefined for a field that is empty or wrong, and the errors by field. */
export function readChoice({ first, second }: Choice, hosts: readonly string[]) {
  const [one, other] = [readChosenList(first, hosts), readChosenList(second, hosts)]
  const errors: FieldErrors = {
    ...(one.error !== undefined && { list1: [one.error] }),
    ...(other.error !== undefined && { list2: [other.error] }),
  }
  return { slugs: [one.slug, other.slug] as const, errors }
}
