import { z } from 'zod'
import type { FieldErrors } from '../../errors.ts'
import { lastOf } from '../../http/request/paging.ts'
import { parseVersion } from '../../lists/revisions/version-address.ts'
import { isSlug } from '../../lists/slug.ts'

/** What was given for two lists, as it was typed, pasted or ticked. */
export interface Choice {
  first: string
  second: string
}

const text = z.preprocess((value) => lastOf(value) ?? '', z.string())

/** Both fields, or the ticks of a collection; `more` is how many were ticked beside the first two. */
export const ChoiceQuery = z
  .object({ list1: text, list2: text, list: z.preprocess((value) => [value].flat(), z.array(z.unknown())) })
  .transform(({ list1, list2, list }) => {
    const [first = list1, second = list2, ...more] = list.filter((slug) => typeof slug === 'string')
    return { first: first.trim(), second: second.trim(), more: more.length }
  })
export type ChoiceQuery = z.output<typeof ChoiceQuery>

/**
 * The slug of a list that was named by it or by a link, with the revision if one is named (`my-list@3`); undefined for what
 * can be neither.
 */
export function comparedSlug(text: string): string | undefined {
  const [, linked] = /\/lists\/([\w-]+(?:@\d+)?)/.exec(text) ?? [] // a chat may have put it between signs of its own
  const given = (linked ?? text).toLowerCase()
  return isSlug(parseVersion(given).slug) ? given : undefined
}

/** What is wrong with what was given, by field. */
export function errorsOf({ first, second }: Choice): FieldErrors {
  const isWrong = (text: string) => text !== '' && comparedSlug(text) === undefined
  return { ...(isWrong(first) && { list1: [WRONG] }), ...(isWrong(second) && { list2: [WRONG] }) }
}

const WRONG = 'That is no link of a list, nor the end of one, such as my-list.'
