import type { Operation } from '../../http/openapi/operation.ts'

const ifNoneMatch = (what: string) => ({
  'If-None-Match': `The \`ETag\` of an earlier view. Unchanged ${what} are not sent again (304).`,
})
const NOT_THERE = 'One of the lists does not exist.'

const CHANGES =
  'Returns the mods and plugins that were added, removed, switched on or off, or moved, the mods that were updated to ' +
  'another version, and the settings that changed. As few mods as possible count as moved: added and removed mods do not ' +
  'move the others. If only one list has a part, the part is `{"only_in": 1}`, or 2; if neither has it, it is null. ' +
  '`files` are the files with a diff. Counts are exact, but an array ends after 10,000 entries or several megabytes.'

const AS_TEXT =
  'Returns the mods by ascending priority, each with its state and, if a file has it, its version; then the plugins in load ' +
  'order. Settings are not included. A text ends after several megabytes.'

const asText = (operationId: string, what: string, form: string, type: string) =>
  ({
    operationId,
    tags: ['Lists'],
    summary: `View the load order of ${what} as ${form}`,
    description: AS_TEXT,
    produces: [type],
    requestHeaders: ifNoneMatch('mods and plugins'),
    responseHeaders: { ETag: 'The version of the list.' },
    responseDescriptions: {
      200: 'The text.',
      304: 'The list has not changed.',
      404: `There is no such ${what.replace(/^a /, '')}.`,
    },
  }) satisfies Operation

/** The OpenAPI texts of the routes of load orders. */
export const docs = {
  showLoadOrder: {
    operationId: 'showLoadOrder',
    tags: ['Lists'],
    summary: 'View the load order of a list',
    description:
      'Returns what the files of mod managers and games contain: mods under their separators, with version and source, plugins, ' +
      'settings, and notes on lines that were ignored. Other files are not read.',
    requestHeaders: ifNoneMatch('mods and plugins'),
    responseHeaders: { ETag: 'The version of the list.' },
    responseDescriptions: {
      200: 'The load order.',
      304: 'The list has not changed.',
      404: 'There is no such list.',
    },
  },
  showLoadOrderAsText: asText('showLoadOrderAsText', 'a list', 'text', 'text/plain'),
  showLoadOrderAsMarkdown: asText('showLoadOrderAsMarkdown', 'a list', 'Markdown', 'text/markdown'),
  showLoadOrderAsCsv: asText('showLoadOrderAsCsv', 'a list', 'CSV', 'text/csv'),
  showRevisionAsText: asText('showRevisionAsText', 'a revision', 'text', 'text/plain'),
  showRevisionAsMarkdown: asText('showRevisionAsMarkdown', 'a revision', 'Markdown', 'text/markdown'),
  showRevisionAsCsv: asText('showRevisionAsCsv', 'a revision', 'CSV', 'text/csv'),
  showChanges: {
    operationId: 'showChanges',
    tags: ['Compare'],
    summary: 'View the changes between two lists, in terms of mods',
    description: CHANGES,
    requestHeaders: ifNoneMatch('changes'),
    responseHeaders: { ETag: 'The version of both lists.' },
    responseDescriptions: {
      200: 'Both lists, and the changes.',
      304: 'The changes are still the same.',
      404: NOT_THERE,
    },
  },
  showChangesAsText: {
    operationId: 'showChangesAsText',
    tags: ['Compare'],
    summary: 'View the changes between two lists as Markdown',
    description:
      'Returns the changes as a text for a forum, a chat or release notes: names grouped by separator, at most 200 under a ' +
      'heading. Names appear exactly as written; none of them becomes a link, HTML or a mention.',
    produces: ['text/markdown'],
    requestHeaders: ifNoneMatch('changes'),
    responseHeaders: { ETag: 'The version of both lists.' },
    responseDescriptions: { 200: 'The text.', 304: 'The changes are still the same.', 404: NOT_THERE },
  },
} satisfies Record<string, Operation>
