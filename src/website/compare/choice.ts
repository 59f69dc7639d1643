import { z } from 'zod'
import { lastOf } from '../../http/request/paging.ts'
import { parseVersion } from '../../lists/revisions/version-address.ts'
import { isSlug } from '../../lists/slug.ts'

/** What was given for two lists, as it was typed, pasted or ticked. */
export interface Choice {
  first: string
  second: string
}

const text = z.preprocess((value) => lastOf(value) ?? '', z.string())

/** Both fields, or the ticks of a collection. */
export const ChoiceQuery = z
  .object({ list1: text, list2: text, list: z.preprocess((value) => [value].flat(), z.array(z.unknown())) })
  .transform(({ list1, list2, list }): Choice => {
    const [first = list1, second = list2] = list.filter((slug) => typeof slug === 'string')
    return { first: first.trim(), second: second.trim() }
  })

/**
 * The slug of a list that was named by it or by a link, with the revision if one is named (`my-list@3`); undefined for what
 * can be neither.
 */
export function comparedSlug(text: string): string | undefined {
  const [, linked] = /\/lists\/([^/?#]+)/.exec(text) ?? []
  const given = (linked ?? text).toLowerCase()
  return isSlug(parseVersion(given).slug) ? given : undefined
}

/** Whether something was given that can be no list. */
export const isWrong = ({ first, second }: Choice): boolean =>
  [first, second].some((text) => text !== '' && comparedSlug(text) === undefined)
