import type { Operation } from '../../http/openapi/operation.ts'

const DESCRIPTION =
  'Takes some or all of the changes from the first list to the second over into the files of the first. Nothing is stored. A ' +
  'switched mod keeps its place, and a removed one is switched off. A moved or added mod goes directly behind the nearest mod ' +
  'before it in the second list that did not move or was taken over, too. Everything else stays as it is. `merge.zip` has the ' +
  'same files in the encoding and with the line ends of the first list. Settings are never merged.'

const responses = (success: string) => ({
  200: success,
  404: 'One of the lists does not exist.',
  413: 'The body is larger than 256 KiB.',
  422: 'A name is not among the changes, or the first list lacks the file.',
})

/** The OpenAPI texts of the routes that merge. */
export const docs = {
  mergeLists: {
    operationId: 'mergeLists',
    tags: ['Compare'],
    summary: 'Take changes over into a list',
    description: DESCRIPTION,
    consumes: ['application/json'],
    responseDescriptions: responses('The files that change, and what was taken over.'),
  },
  downloadMerge: {
    operationId: 'downloadMerge',
    tags: ['Compare'],
    summary: 'Take changes over into a list, as a zip',
    description: DESCRIPTION,
    consumes: ['application/json'],
    produces: ['application/zip'],
    responseDescriptions: responses('A zip of the files that change.'),
  },
} satisfies Record<string, Operation>
