import type { Operation } from '../../http/openapi/operation.ts'

const DESCRIPTION =
  'Returns the files of the first list with some or all of its changes to the second list taken over. Nothing is saved. A mod ' +
  'that is switched on or off keeps its place, and a removed one is switched off. A moved or added mod is placed after the ' +
  'nearest preceding mod of the second list that did not move or is taken over, too. Everything else stays the same. ' +
  '`merge.zip` has the files in the encoding and with the line ends of the first list. Settings are never merged.'

const responses = (success: string) => ({
  200: success,
  404: 'One of the lists does not exist.',
  413: 'The body is larger than 256 KiB.',
  422: 'A name is not among the changes, or the first list has no file to change.',
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
