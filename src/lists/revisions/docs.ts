import { type Operation, taggedView } from '../../http/openapi/operation.ts'

const notThere = 'There is no such list, or it has no such revision that you may see.'

/** The OpenAPI texts of the routes of revisions. */
export const docs = {
  listRevisions: {
    operationId: 'listRevisions',
    tags: ['Lists'],
    summary: 'View the history of a list',
    description:
      'Returns the revisions of a list, newest first. The creation makes the first one, and each update that changes a field ' +
      'or a file makes another. Private revisions of a list that is public now are shown, and counted, only for its author, with ' +
      'any valid token, or for the owner of an anonymous list, with its key.',
    ...taggedView('page', { 200: 'A page of revisions.', 404: 'There is no such list.' }),
  },
  showRevision: {
    operationId: 'showRevision',
    tags: ['Lists'],
    summary: 'View a revision of a list',
    description:
      'Returns the list as it was in this revision, in the format of a list. `updated` is when the revision was made; ' +
      '`author` and `expires` are those of the current list.',
    ...taggedView('revision', { 200: 'The list as it was in this revision.', 404: notThere }),
  },
  deleteRevision: {
    operationId: 'deleteRevision',
    tags: ['Lists'],
    summary: 'Delete a revision of a list',
    description:
      'Deletes a past revision. This cannot be undone, and its number is not used again. Requires the same token or owner ' +
      'key as an update. The current revision is the list itself and cannot be deleted (422).',
    security: [{ token: [] }],
    requestHeaders: {
      'If-Match': 'The `ETag` of a view of the revision. If the list has changed since then, nothing is deleted (412).',
    },
    responseDescriptions: {
      204: 'The revision is deleted.',
      403: 'The token lacks the ability, the list belongs to someone else, or the owner key belongs to another list.',
      404: notThere,
      412: 'The list has changed since the version in `If-Match`.',
      422: 'It is the current revision.',
    },
  },
  restoreRevision: {
    operationId: 'restoreRevision',
    tags: ['Lists'],
    summary: 'Restore a revision of a list',
    description:
      'Makes a new revision with the fields and files of an older one; its note says which one. `private` and `expires` stay ' +
      'those of the list, and the history keeps all revisions. If the list has these fields and files already, nothing ' +
      'changes. Requires the same token or owner key as an update.',
    security: [{ token: [] }],
    requestHeaders: {
      'If-Match': 'The `ETag` of the list. If the list has changed since then, nothing is restored (412).',
    },
    responseHeaders: { ETag: 'The version of the list.' },
    responseDescriptions: {
      200: 'The list as it is now.',
      403: 'The token lacks the ability, the list belongs to someone else, or the owner key belongs to another list.',
      404: notThere,
      412: 'The list has changed since the version in `If-Match`.',
      422: 'A file of the revision was taken down.',
    },
  },
} satisfies Record<string, Operation>
