import type { Operation } from '../http/openapi/operation.ts'

const consumes = ['multipart/form-data']
const security = [{ token: [] }]
const notThere = 'There is no such list.'
const notAllowed =
  'The token lacks the ability, the list belongs to someone else, or the owner key belongs to another list.'
const ifMatch = { 'If-Match': 'The `ETag` of a view. If the list has changed since, nothing is saved (412).' }
const changed = 'The list has changed since the version of `If-Match`.'

const replacing = {
  tags: ['Lists'],
  consumes,
  security,
  requestHeaders: ifMatch,
  responseDescriptions: { 200: 'The list as it is now.', 403: notAllowed, 404: notThere, 412: changed },
} satisfies Partial<Operation>

const REPLACES =
  'A field that is left out returns to its default, and the files are replaced. Slug and `created` stay. Needs the ' +
  "author's token with the ability `update`, or the owner key of a list without an author."

/** The OpenAPI texts of the routes of lists. */
export const docs = {
  listLists: {
    operationId: 'listLists',
    tags: ['Lists'],
    summary: 'View all lists',
    description:
      'A page of the public lists. If a parameter is sent twice, the last value wins. An empty ' +
      'filter, search or order counts as omitted. Unknown keys of `page` and `filter` are refused, other parameters ignored.',
    requestHeaders: {
      'If-None-Match':
        'The `ETag` of an earlier view: an unchanged page is not sent again (304). `page[size]=all` has none.',
    },
    responseDescriptions: { 200: 'A page of lists.', 304: 'The page is still that of `If-None-Match`.' },
  },
  showList: {
    operationId: 'showList',
    tags: ['Lists'],
    summary: 'View a list',
    description:
      'A list with the lines of its files: text read as UTF-8, UTF-16 with byte order mark, or windows-1252.',
    requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier view: an unchanged list is not sent again (304).' },
    responseHeaders: { ETag: 'The version of the list.' },
    responseDescriptions: { 200: 'The list.', 304: 'The list is still that of `If-None-Match`.', 404: notThere },
  },
  createList: {
    operationId: 'createList',
    tags: ['Lists'],
    summary: 'Create a list',
    description:
      'Creates a list with its files. It belongs to the user of the token, which needs the ability `create`; without a token it is anonymous. ' +
      'To change, delete or claim an anonymous list, keep its owner key: only this response has it. ' +
      'The second list of a name gets the slug `name-2`, and so on. A private list gets a slug that ends in eight random ' +
      'characters: keep its address.',
    consumes,
    responseHeaders: {
      Location: 'The address of the list in this API.',
      'Owner-Key': 'The owner key of an anonymous list, shown only this once. A list with an author has none.',
    },
    responseDescriptions: { 201: 'The list.', 403: 'The token lacks the ability `create`.' },
  },
  updateListByForm: {
    ...replacing,
    operationId: 'updateListByForm',
    summary: 'Replace a list by a form',
    description: `For clients that can only POST. ${REPLACES}`,
  },
  updateList: {
    ...replacing,
    operationId: 'updateList',
    summary: 'Replace a list',
    description: REPLACES,
  },
  patchList: {
    ...replacing,
    operationId: 'patchList',
    summary: 'Change parts of a list',
    consumes: ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'],
    description:
      'Changes only what is sent: a field that is left out stays as it is. Each file that is sent replaces the file of ' +
      'its name, or is added; `remove[]` names files to take out first, and at least one file must remain. Needs the ' +
      "author's token with the ability `update`, or the owner key of a list without an author.",
  },
  deleteList: {
    operationId: 'deleteList',
    tags: ['Lists'],
    summary: 'Delete a list',
    description:
      "Needs the author's token with the ability `delete`, or the owner key of a list without an author. No other list " +
      'gets the slug for 90 days, or for a day if the list has no author.',
    security,
    requestHeaders: ifMatch,
    responseDescriptions: { 204: 'The list is gone.', 403: notAllowed, 404: notThere, 412: changed },
  },
} satisfies Record<string, Operation>
