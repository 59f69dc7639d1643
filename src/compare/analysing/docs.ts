import type { Operation } from '../../http/openapi/operation.ts'
import { UNREADABLE } from '../docs.ts'

/** The OpenAPI texts of the route that analyses files. */
export const docs = {
  analyse: {
    operationId: 'analyse',
    tags: ['Lists'],
    summary: 'View the load order of files without storing them',
    description:
      'Reads files as those of a list: the mods, plugins and settings of a profile, and what a crash log says. Nothing is ' +
      'stored. No token is needed, and one that is sent is ignored. Counts as a write.',
    consumes: ['multipart/form-data'],
    responseDescriptions: { 200: 'The load order.', ...UNREADABLE },
  },
} satisfies Record<string, Operation>
