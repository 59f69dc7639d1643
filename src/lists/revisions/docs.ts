import type { Operation } from '../../http/openapi/operation.ts'

const notThere = 'There is no such list, or it has no such revision that you may see.'

/** The OpenAPI texts of the routes of revisions. */
export const docs = {
  listRevisions: {
    operationId: 'listRevisions',
    tags: ['Lists'],
    summary: 'View the history of a list',
    description:
      'The revisions of a list, newest first: each create and each update that changes a field or a file makes one. Those ' +
      'that were private while the list is public are shown, and counted, to its author alone, by any valid token, or to the ' +
      'owner of an anonymous list by its key.',
    requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier view: an unchanged page is not sent again (304).' },
    responseHeaders: { ETag: 'The version of the page.' },
    responseDescriptions: {
      200: 'A page of revisions.',
      304: 'The page is still that of `If-None-Match`.',
      404: 'There is no such list.',
    },
  },
  showRevision: {
    operationId: 'showRevision',
    tags: ['Lists'],
    summary: 'View a revision of a list',
    description:
      'The list as it was, in the shape of the view of a list: `updated` is when the revision was made, author and ' +
      '`expires` are those of the list as it is now.',
    requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier view: what is the same is not sent again (304).' },
    responseHeaders: { ETag: 'The version of the revision.' },
    responseDescriptions: {
      200: 'The list as it was.',
      304: 'The revision is still that of `If-None-Match`.',
      404: notThere,
    },
  },
  deleteRevision: {
    operationId: 'deleteRevision',
    tags: ['Lists'],
    summary: 'Delete a revision of a list',
    description:
      'Deletes a past revision. This cannot be undone, and its number is not used again. Needs the same token or owner key ' +
      'as an update. The current revision is the list itself and cannot be deleted (422).',
    security: [{ token: [] }],
    requestHeaders: { 'If-Match': 'The `ETag` of a view of the revision: if the list has changed since, 412.' },
    responseDescriptions: {
      204: 'The revision is gone.',
      403: 'The token lacks the ability, the list is of somebody else, or the owner key is of another list.',
      404: notThere,
      412: 'The list has changed since the version of `If-Match`.',
      422: 'It is the current revision.',
    },
  },
} satisfies Record<string, Operation>
