import type { Operation } from '../../http/openapi/operation.ts'

const ifNoneMatch = (what: string) => ({
  'If-None-Match': `The \`ETag\` of an earlier view: ${what} that would be the same are not sent again (304).`,
})
const NOT_THERE = 'One of the lists does not exist.'

const CHANGES =
  'Mods and plugins that were added, removed, switched on or off, or moved, mods that were updated to another version, and ' +
  'settings that were changed, with exact counts. As few are told as moved as can be: whoever comes or goes moves nobody. A part that one list lacks is ' +
  '`{"only_in": 1}`, or 2; one that both lack is null. `files` are those that have a diff. An array ends after 10,000 ' +
  'entries, or after megabytes of them.'

/** The docs of the routes of load orders. */
export const docs = {
  showLoadOrder: {
    operationId: 'showLoadOrder',
    tags: ['Lists'],
    summary: 'View the load order of a list',
    description:
      'What modlist.txt, plugins.txt, loadorder.txt and ini files say: mods under their separators, plugins, settings, and ' +
      'notes on lines that were dropped. Other files are passed over.',
    requestHeaders: ifNoneMatch('mods and plugins'),
    responseHeaders: { ETag: 'The version of the list.' },
    responseDescriptions: {
      200: 'The load order.',
      304: 'The list is still that of `If-None-Match`.',
      404: 'There is no such list.',
    },
  },
  showChanges: {
    operationId: 'showChanges',
    tags: ['Compare'],
    summary: "View how two lists differ, in a modder's words",
    description: CHANGES,
    requestHeaders: ifNoneMatch('changes'),
    responseHeaders: { ETag: 'The version of both lists.' },
    responseDescriptions: {
      200: 'Both lists, and the changes.',
      304: 'The changes are still those of `If-None-Match`.',
      404: NOT_THERE,
    },
  },
  showChangesAsText: {
    operationId: 'showChangesAsText',
    tags: ['Compare'],
    summary: "View how two lists differ, in a modder's words, as Markdown",
    description:
      'The same to paste into a forum, a chat or a release: names by separator, at most 200 under a heading. Each name ' +
      'shows as it was written, and is never a link, HTML or a mention.',
    produces: ['text/markdown'],
    requestHeaders: ifNoneMatch('changes'),
    responseHeaders: { ETag: 'The version of both lists.' },
    responseDescriptions: { 200: 'The text.', 304: 'The changes are still those of `If-None-Match`.', 404: NOT_THERE },
  },
} satisfies Record<string, Operation>
