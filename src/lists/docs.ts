import { IGNORED_FIELDS, type Operation, operations, taggedView } from '../http/openapi/operation.ts'
import { DEFAULT_PAGE_SIZE } from '../http/request/paging.ts'

const consumes = ['multipart/form-data']
const security = [{ token: [] }]
const notThere = 'There is no such list.'
const notAllowed =
  'The token lacks the ability, the list belongs to someone else, or the owner key belongs to another list.'
const ifMatch = { 'If-Match': 'The `ETag` of a view. If the list has changed since then, nothing is saved (412).' }
const changed = 'The list has changed since the version in `If-Match`.'

const saved = { ETag: 'The new version of the list, for `If-Match`.', ...IGNORED_FIELDS }

const replacing = {
  consumes,
  security,
  requestHeaders: ifMatch,
  responseHeaders: saved,
  responseDescriptions: { 200: 'The list as it is now.', 403: notAllowed, 404: notThere, 412: changed },
} satisfies Partial<Operation>

const REPLACES =
  'An omitted field is reset to its default, and the files are replaced. Slug and `created` stay the same. Requires the ' +
  "author's token with the ability `update`, or the owner key of an anonymous list."

export const docs = operations('Lists', {
  listLists: {
    summary: 'View all lists',
    description:
      'Returns a page of the public lists. If a parameter is sent twice, the last value wins. An empty ' +
      'filter, search or order counts as omitted. Unknown keys of `page` and `filter` are refused; other unknown ' +
      'parameters are ignored.',
    requestHeaders: {
      'If-None-Match':
        'The `ETag` of an earlier view. An unchanged page is not sent again (304). `page[size]=all` has no `ETag`.',
    },
    responseDescriptions: { 200: 'A page of lists.', 304: 'The page has not changed.' },
  },
  followLists: {
    summary: 'Follow the lists as an Atom feed',
    description: `Returns the first ${DEFAULT_PAGE_SIZE} lists of a listing, by default the newest ones. Takes the filters and \`sort\` of the pages of lists.`,
    produces: ['application/atom+xml'],
    requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier view. An unchanged feed is not sent again (304).' },
    responseDescriptions: { 200: 'The feed.', 304: 'The feed has not changed.' },
  },
  showList: {
    summary: 'View a list',
    description:
      'Returns a list with the lines of its files, read as UTF-8, UTF-16 with a byte order mark, or windows-1252.',
    ...taggedView('list', { 404: notThere }),
  },
  createList: {
    summary: 'Create a list',
    description:
      'Creates a list with its files. With a token, which needs the ability `create`, the list belongs to its user; ' +
      'without a token it is anonymous. Keep the owner key of an anonymous list: you need it to change, delete or claim ' +
      'the list, and only this response contains it. The second list with the same name gets the slug `name-2`, and so ' +
      'on. The slug of a private list ends in eight random characters: keep its address.',
    consumes,
    requestHeaders: {
      'Idempotency-Key':
        'A text of yours for this list, such as a UUID. If the response is lost, send the same again: for a day it ' +
        'returns the list that was created, with the header `Idempotent-Replay`, and creates none. Another list with ' +
        'the same key is refused (422), and so is the same list after it was deleted (410).',
    },
    responseHeaders: {
      Location: 'The address of the list in this API.',
      'Owner-Key': 'The owner key of an anonymous list, shown only once. A list with an author has none.',
      'Idempotent-Replay': '`true` if an earlier request with the same `Idempotency-Key` has created the list.',
      ...saved,
    },
    responseDescriptions: {
      201: 'The list.',
      403: 'The token lacks the ability `create`.',
      410: 'The list that this `Idempotency-Key` created was deleted or has expired.',
    },
  },
  updateListByForm: {
    ...replacing,
    summary: 'Replace a list with a form',
    description: `For clients that can only POST. ${REPLACES}`,
  },
  updateList: {
    ...replacing,
    summary: 'Replace a list',
    description: REPLACES,
  },
  patchList: {
    ...replacing,
    summary: 'Change parts of a list',
    consumes: ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'],
    description:
      'Changes only what is sent: an omitted field stays the same. Each sent file replaces the file with the same name, ' +
      'or is added. `remove[]` names files to remove first. At least one file must remain. Requires the ' +
      "author's token with the ability `update`, or the owner key of an anonymous list.",
  },
  deleteList: {
    summary: 'Delete a list',
    description:
      "Requires the author's token with the ability `delete`, or the owner key of an anonymous list. No other list " +
      'gets the slug for 90 days, or for a day if the list was anonymous.',
    security,
    requestHeaders: ifMatch,
    responseDescriptions: { 204: 'The list is deleted.', 403: notAllowed, 404: notThere, 412: changed },
  },
})
