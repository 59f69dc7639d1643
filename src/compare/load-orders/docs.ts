import { type Operation, operations, taggedView } from '../../http/openapi/operation.ts'
import { UNREADABLE } from '../docs.ts'

const changes = {
  ...taggedView('changes'),
  responseHeaders: { ETag: 'The version of both lists.' },
  responseDescriptions: {
    200: 'The text.',
    304: 'The changes are still the same.',
    404: 'One of the lists does not exist.',
    ...UNREADABLE,
  },
} satisfies Partial<Operation>

const CHANGES =
  'Returns the mods and plugins that were added, removed, switched on or off, or moved, the mods that were updated to ' +
  'another version, and the settings that changed. As few mods as possible count as moved: added and removed mods do not ' +
  'move the others. If only one list has a part, the part is `{"only_in": 1}`, or 2; if neither has it, it is null. ' +
  '`files` are the files with a diff. Counts are exact, but an array ends after 10,000 entries or several megabytes.'

const AS_TEXT =
  'Returns the mods by ascending priority, each with its state and, if a file has it, its version; then the plugins in load ' +
  'order. Settings are not included. A text ends after several megabytes.'

const order = {
  ...taggedView('mods and plugins'),
  tags: ['Lists'],
  responseHeaders: { ETag: 'The version of the list.' },
} satisfies Partial<Operation>

const asText = (of: 'list' | 'revision', form: string, type: string) =>
  ({
    ...order,
    summary: `View the load order of a ${of} as ${form}`,
    description: AS_TEXT,
    produces: [type],
    responseDescriptions: {
      200: 'The text.',
      304: 'The list has not changed.',
      404: `There is no such ${of}.`,
      ...UNREADABLE,
    },
  }) satisfies Partial<Operation>

export const docs = operations('Compare', {
  showLoadOrder: {
    ...order,
    summary: 'View the load order of a list',
    description:
      'Returns what the files of mod managers and games contain: mods under their separators, with version and source, plugins, ' +
      'settings, and notes on lines that were ignored. Other files are not read.',
    responseDescriptions: {
      200: 'The load order.',
      304: 'The list has not changed.',
      404: 'There is no such list.',
      ...UNREADABLE,
    },
  },
  showLoadOrderAsText: asText('list', 'text', 'text/plain'),
  showLoadOrderAsMarkdown: asText('list', 'Markdown', 'text/markdown'),
  showLoadOrderAsCsv: asText('list', 'CSV', 'text/csv'),
  showRevisionAsText: asText('revision', 'text', 'text/plain'),
  showRevisionAsMarkdown: asText('revision', 'Markdown', 'text/markdown'),
  showRevisionAsCsv: asText('revision', 'CSV', 'text/csv'),
  showChanges: {
    ...changes,
    summary: 'View the changes between two lists, in terms of mods',
    description: CHANGES,
    responseDescriptions: { ...changes.responseDescriptions, 200: 'Both lists, and the changes.' },
  },
  showChangesAsText: {
    ...changes,
    summary: 'View the changes between two lists as Markdown',
    description:
      'Returns the changes as a text for a forum, a chat or release notes: names grouped by separator, at most 200 under a ' +
      'heading. Names appear exactly as written; none of them becomes a link, HTML or a mention. With `short=1`, returns at most ' +
      '1,900 characters for a chat: what is gone or off first, each change on its own line, and the link of the comparison last.',
    produces: ['text/markdown'],
  },
})
