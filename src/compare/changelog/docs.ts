import type { Operation } from '../../http/openapi/operation.ts'

const about = {
  tags: ['Lists'],
  requestHeaders: {
    'If-None-Match': 'The `ETag` of an earlier view: a changelog that would be the same is not sent again (304).',
  },
  responseHeaders: { ETag: 'The version of the changelog.' },
  responseDescriptions: {
    200: 'The changelog.',
    304: 'The changelog is still that of `If-None-Match`.',
    404: 'There is no such list.',
  },
} satisfies Partial<Operation>

const SEEN =
  'If the list is public, only its author, with any valid token, sees revisions that were private. For others, the ' +
  'remaining revisions are compared.'

/** The OpenAPI texts of the routes of changelogs. */
export const docs = {
  showChangelog: {
    ...about,
    operationId: 'showChangelog',
    summary: 'View the changelog of a list',
    description:
      'What each revision changed since the one before, newest first, as `/changes` tells it. Always ten a page: ' +
      `\`page[size]\` is not looked at. ${SEEN} Where the changes of a page take megabytes, the lists of changes ` +
      'of its earlier revisions end early; counts are exact.',
    responseDescriptions: { ...about.responseDescriptions, 200: 'A page of the changelog.' },
  },
  showChangelogAsText: {
    ...about,
    operationId: 'showChangelogAsText',
    summary: 'View the changelog of a list as Markdown',
    description: `The latest ten revisions, for a forum or a release, in the words of \`/changes.md\`. ${SEEN}`,
    produces: ['text/markdown'],
  },
  showChangelogAsFeed: {
    ...about,
    operationId: 'showChangelogAsFeed',
    summary: 'Follow the changelog of a list as an Atom feed',
    description: `The latest ten revisions, each an entry with its version and what changed as the title, and its Markdown as HTML. ${SEEN}`,
    produces: ['application/atom+xml'],
  },
} satisfies Record<string, Operation>
