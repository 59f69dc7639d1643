import { type Operation, taggedView } from '../../http/openapi/operation.ts'

const description = (kind: string) =>
  `Returns the ${kind}s directly before and after a ${kind}, in ascending priority or load order, in the ten newest public ` +
  `lists that hold it. ${kind === 'mod' ? 'Separators and unmanaged entries are skipped. ' : ''}A list whose files take ` +
  'too long to read is left out.'

/** The OpenAPI texts of usual neighbours. */
export const docs = {
  showModNeighbours: {
    operationId: 'showModNeighbours',
    tags: ['Games'],
    summary: 'View the usual neighbours of a mod',
    description: description('mod'),
    ...taggedView('neighbours', { 404: 'There is no such game, or no public list holds the mod.' }),
  },
  showPluginNeighbours: {
    operationId: 'showPluginNeighbours',
    tags: ['Games'],
    summary: 'View the usual neighbours of a plugin',
    description: description('plugin'),
    ...taggedView('neighbours', { 404: 'There is no such game, or no public list holds the plugin.' }),
  },
} satisfies Record<string, Operation>
