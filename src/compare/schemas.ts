import { z } from 'zod'
import { lastOf } from '../http/paging.ts'
import { ComparedList, ListSummary } from '../lists/schemas.ts'

export const CompareParams = z.object({ slug1: z.string(), slug2: z.string() })

const slug = z.preprocess((value) => (lastOf(value) === '' ? undefined : lastOf(value)), z.string().optional())

/** Both lists, or neither: then the lists to choose from are the answer. */
export const CompareQuery = z.object({ list1: slug, list2: slug }).superRefine(({ list1, list2 }, context) => {
  if ((list1 === undefined) === (list2 === undefined)) return
  const missing = list1 === undefined ? 'list1' : 'list2'
  context.addIssue({
    code: 'custom',
    path: [missing],
    message: `The ${missing} parameter is required beside the other list.`,
  })
})

export const Comparison = z.object({ list1: ComparedList, list2: ComparedList, diffs: z.array(z.string()) })

export const ComparableLists = z.array(ListSummary)
