import type { Operation } from '../http/openapi/operation.ts'

const ifNoneMatch = {
  'If-None-Match': 'The `ETag` of an earlier comparison: it is not sent again if it would be the same (304).',
}
const UNCHANGED = 'The comparison is still that of `If-None-Match`.'

/** The OpenAPI texts of the routes of comparisons. */
export const docs = {
  compareLists: {
    operationId: 'compareLists',
    tags: ['Compare'],
    summary: 'Compare two lists',
    description:
      'One unified diff for each file that differs, by name in any case. Line ends do not count, nor does a missing one ' +
      'at the end of the last line alone. A file that only one list has is added or removed whole. No diff: the lists ' +
      'have the same files.',
    requestHeaders: ifNoneMatch,
    responseHeaders: { ETag: 'The version of both lists.' },
    responseDescriptions: {
      200: 'Both lists, and the diffs.',
      304: UNCHANGED,
      404: 'One of the lists does not exist.',
    },
  },
  showPatch: {
    operationId: 'showPatch',
    tags: ['Compare'],
    summary: 'View how two lists differ, as a patch',
    description: 'The diffs of the comparison joined, as text that `patch` and diff viewers read.',
    produces: ['text/x-diff'],
    requestHeaders: ifNoneMatch,
    responseHeaders: { ETag: 'The version of the patch.' },
    responseDescriptions: {
      200: 'The patch; it is empty if the lists have the same files.',
      304: UNCHANGED,
      404: 'One of the lists does not exist.',
    },
  },
  compare: {
    operationId: 'compare',
    tags: ['Compare'],
    summary: 'Compare two lists, or view what can be compared',
    description:
      'With `list1` and `list2` the same as the path with both slugs. With neither, the lists to choose from, newest ' +
      'first: the public ones and, by a token with the ability `read`, your private ones too.',
    requestHeaders: ifNoneMatch,
    responseDescriptions: {
      200: 'A comparison, or the lists to choose from.',
      304: UNCHANGED,
      404: 'One of the lists does not exist.',
    },
  },
} satisfies Record<string, Operation>
