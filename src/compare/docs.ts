import { operations } from '../http/openapi/operation.ts'

const ifNoneMatch = {
  'If-None-Match': 'The `ETag` of an earlier comparison. An unchanged comparison is not sent again (304).',
}
const UNCHANGED = 'The comparison has not changed.'

export const UNREADABLE = { 422: 'A parameter is invalid, or a file takes too long to read.' }

export const docs = operations('Compare', {
  compareLists: {
    summary: 'Compare two lists',
    description:
      'Returns a unified diff for each file that differs. Files are matched by name, ignoring case. Different kinds of line ' +
      'ends do not count, and neither does a missing one at the end of a file if nothing else differs. A file that only ' +
      'one list has is added or removed as a whole. If the lists have the same files, there are no diffs.',
    requestHeaders: ifNoneMatch,
    responseHeaders: { ETag: 'The version of both lists.' },
    responseDescriptions: {
      200: 'Both lists, and the diffs.',
      304: UNCHANGED,
      404: 'One of the lists does not exist.',
      ...UNREADABLE,
    },
  },
  showPatch: {
    summary: 'Compare two lists as a patch',
    description:
      'Returns a patch for the files of the first list, byte by byte: it has their line ends, byte order marks and ' +
      "encodings. Apply it by `patch` or `git apply -p0`. A file is left out if the encoding in the first list can't write " +
      'its text in the second list, and a line that begins with `#` says so.',
    produces: ['text/x-diff'],
    requestHeaders: ifNoneMatch,
    responseHeaders: { ETag: 'The version of the patch.' },
    responseDescriptions: {
      200: 'The patch; it is empty if the lists have the same files.',
      304: UNCHANGED,
      404: 'One of the lists does not exist.',
      ...UNREADABLE,
    },
  },
  compare: {
    summary: 'Compare two lists, or view the lists to choose from',
    description:
      'With `list1` and `list2`, returns the same comparison as the path with both slugs. With neither, returns the lists ' +
      'to choose from, newest first: the public lists and, with a token with the ability `read`, your private lists too.',
    requestHeaders: ifNoneMatch,
    responseDescriptions: {
      200: 'A comparison, or the lists to choose from.',
      304: UNCHANGED,
      404: 'One of the lists does not exist.',
      ...UNREADABLE,
    },
  },
})
