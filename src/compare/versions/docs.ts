import { type Operation, taggedView } from '../../http/openapi/operation.ts'
import { UNREADABLE } from '../docs.ts'
import { MAX_VERSIONS } from './schemas.ts'

/** The OpenAPI texts of the route. */
export const docs = {
  showVersions: {
    tags: ['Lists'],
    operationId: 'showVersions',
    summary: 'View the mods and plugins of all versions',
    description:
      `Returns the mods and plugins of the newest ${MAX_VERSIONS} versions of a list, to find which of them a profile is. ` +
      'Versions have the places of their entries in `mods` and `plugins`. Older versions are left out if the files take more ' +
      'than 32 MiB. If the list is public, only its author, with any valid token, sees versions that were private.',
    ...taggedView('list of versions', { 404: 'There is no such list.', ...UNREADABLE }),
  },
} satisfies Record<string, Operation>
