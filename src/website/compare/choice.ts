import { z } from 'zod'
import type { FieldErrors } from '../../errors.ts'
import { lastOf } from '../../http/request/paging.ts'
import { parseVersion } from '../../lists/revisions/version-address.ts'
import { isSlug } from '../../lists/slug.ts'

/** The two lists to compare, as typed, pasted or ticked. */
export interface Choice {
  first: string
  second: string
}

const text = z.preprocess((value) => lastOf(value) ?? '', z.string())

/** Parses both fields of the form, or the ticks of the collection. `more` counts the ticks after the first two. */
export const ChoiceQuery = z
  .object({ list1: text, list2: text, list: z.preprocess((value) => [value].flat(), z.array(z.unknown())) })
  .transform(({ list1, list2, list }) => {
    const [first = list1, second = list2, ...more] = list.filter((slug) => typeof slug === 'string')
    return { first: first.trim(), second: second.trim(), more: more.length }
  })
export type ChoiceQuery = z.output<typeof ChoiceQuery>

/** Returns the slug, with its revision if given (`my-list@3`), from a slug or a link. Undefined if the text is neither. */
export function comparedSlug(text: string): string | undefined {
  const [, linked] = /\/lists\/([\w-]+(?:@\d+)?)/.exec(text) ?? [] // chats may add characters around a link
  const given = (linked ?? text).toLowerCase()
  return isSlug(parseVersion(given).slug) ? given : undefined
}

/** Returns the errors of the two fields, by field. An empty field has none. */
export function errorsOf({ first, second }: Choice): FieldErrors {
  const isWrong = (text: string) => text !== '' && comparedSlug(text) === undefined
  return { ...(isWrong(first) && { list1: [WRONG] }), ...(isWrong(second) && { list2: [WRONG] }) }
}

const WRONG = 'This is not a link to a list, nor a short name such as my-list.'
