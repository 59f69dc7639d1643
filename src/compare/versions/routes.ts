import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nexusDomain } from '../../games/nexus.ts'
import { anonymousKey } from '../../http/cache/cached-routes.ts'
import { taggedView } from '../../http/openapi/operation.ts'
import { senderOf } from '../../http/request/authentication.ts'
import { entityTag } from '../../http/response/entity-tag.ts'
import { historyOf } from '../../lists/revisions/service.ts'
import { data, ListParams } from '../../lists/schemas.ts'
import { jsonInTurns } from '../../text/json.ts'
import { UNREADABLE } from '../docs.ts'
import { MAX_VERSIONS, Versions } from '../schemas.ts'
import { type CompareRoutesOptions, viewSender } from '../send-pair.ts'
import { bytesOf, loadFrom } from '../service.ts'
import { type CachedTask, storedFiles } from '../tasks.ts'

/** Maximum number of bytes of the files of all versions in a response, each once. */
const MAX_BYTES = 32 * 2 ** 20

export const versionsRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (app, { context, ...options }) => {
  const sendView = viewSender(options)

  app.get('/versions', {
    config: {
      token: 'optional',
      ownerKey: true,
      cacheKey: (request) => anonymousKey(request, [(request.params as ListParams).slug]),
    },
    schema: {
      ...taggedView('list of versions', { 404: 'There is no such list.', ...UNREADABLE }),
      tags: ['Lists'],
      operationId: 'showVersions',
      summary: 'View the mods and plugins of all versions',
      description:
        `Returns the mods and plugins of the newest ${MAX_VERSIONS} versions of a list, to find which of them a profile is. ` +
        'Versions have the places of their entries in `mods` and `plugins`. Older versions are left out if the files take more ' +
        'than 32 MiB. If the list is public, only its author, with any valid token, sees versions that were private.',
      params: ListParams,
      response: { 200: data(Versions), 304: z.undefined() },
    },
    handler: (request, reply) =>
      sendView(request, reply, async (signal) => {
        const { revisions, row, snapshot } = await historyOf(context, request.params.slug, senderOf(request))
        const byHash = (all: typeof revisions) =>
          new Map(all.flatMap(({ files }) => files).map((file) => [file.hash, file]))
        const bounded = revisions.slice(0, MAX_VERSIONS)
        while (bounded.length > 1 && bytesOf({ files: [...byHash(bounded).values()] }) > MAX_BYTES) bounded.pop()
        const files = [...byHash(bounded).values()]
        const hashes = files.map(({ hash }) => hash)
        const versions = bounded.map((revision) => ({
          revision: revision.number,
          version: revision.version,
          domain: nexusDomain(revision.game),
          places: revision.files.map(({ hash }) => hashes.indexOf(hash)),
        }))
        const tag = entityTag('versions', versions, hashes)
        const run: CachedTask<unknown, Versions>['run'] = (pool, contents) =>
          pool.run('versions', { ...storedFiles(files, contents), versions })
        const make = async () =>
          jsonInTurns({ data: await context.differ.run({ key: tag, files, run }, loadFrom(context), signal) })
        return { name: 'versions', tag, snapshot, validUntil: row.expiresAt, sourceBytes: bytesOf({ files }), make }
      }),
  })
}
