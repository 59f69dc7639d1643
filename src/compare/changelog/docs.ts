import { type Operation, taggedView } from '../../http/openapi/operation.ts'
import { UNREADABLE } from '../docs.ts'

const about = {
  tags: ['Lists'],
  ...taggedView('changelog', { 404: 'There is no such list.', ...UNREADABLE }),
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
      'Returns the changes of each revision, newest first, in the format of `/changes`. A page has ten revisions; ' +
      `\`page[size]\` is ignored. ${SEEN} If the changes on a page take several megabytes, the arrays of its oldest ` +
      'revisions are cut short; counts are exact.',
    responseDescriptions: { ...about.responseDescriptions, 200: 'A page of the changelog.' },
  },
  showChangelogAsText: {
    ...about,
    operationId: 'showChangelogAsText',
    summary: 'View the changelog of a list as Markdown',
    description: `Returns the latest ten revisions in the format of \`/changes.md\`, for a forum or release notes. ${SEEN}`,
    produces: ['text/markdown'],
  },
  showChangelogAsFeed: {
    ...about,
    operationId: 'showChangelogAsFeed',
    summary: 'Follow the changelog of a list as an Atom feed',
    description:
      'Returns the latest ten revisions. The title of each entry is its version and a summary of the changes; the content ' +
      `is its Markdown, as HTML. ${SEEN}`,
    produces: ['application/atom+xml'],
  },
} satisfies Record<string, Operation>
