import type { Operation } from '../../http/openapi/operation.ts'

const DESCRIPTION =
  'Finds the change, or the few changes together, that make the second list crash while the first one works. Each call has ' +
  'all answers so far, and returns the set of changes to test next, with the files that make it. Nothing is stored. An ' +
  'answer without `take` is about the set that is asked for after the answers before it.'

const responses = (success: string) => ({
  200: success,
  404: 'One of the lists does not exist.',
  413: 'The body is larger than 256 KiB.',
  422: 'An answer is not valid, a unit is unknown, or the lists have too many changes.',
})

/** The OpenAPI texts of the routes that find the changes that make a crash. */
export const docs = {
  findCulprit: {
    operationId: 'findCulprit',
    tags: ['Compare'],
    summary: 'Find the changes that make a list crash',
    description: DESCRIPTION,
    consumes: ['application/json'],
    responseDescriptions: responses('The state of the search.'),
  },
  downloadCulprit: {
    operationId: 'downloadCulprit',
    tags: ['Compare'],
    summary: 'Download the files to test next',
    description: DESCRIPTION,
    consumes: ['application/json'],
    produces: ['application/zip'],
    responseDescriptions: responses(
      'A zip of the files to test next, in the encoding and with the line ends of the first list.',
    ),
  },
} satisfies Record<string, Operation>
