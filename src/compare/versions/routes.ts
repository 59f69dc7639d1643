import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nexusDomain } from '../../games/nexus.ts'
import { anonymousKey } from '../../http/cache/cached-routes.ts'
import { senderOf } from '../../http/request/authentication.ts'
import { entityTag } from '../../http/response/entity-tag.ts'
import { historyOf } from '../../lists/revisions/service.ts'
import { data, ListParams } from '../../lists/schemas.ts'
import { jsonInTurns } from '../../text/json.ts'
import { type CompareRoutesOptions, viewSender } from '../send-pair.ts'
import { bytesOf, loadFrom } from '../service.ts'
import { type CachedTask, storedFiles } from '../tasks.ts'
import { docs } from './docs.ts'
import { MAX_BYTES, MAX_VERSIONS, Versions } from './schemas.ts'

/** The route with the mods and plugins of all versions of a list, under the path of the list. */
export const versionsRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (app, { context, ...options }) => {
  const sendView = viewSender(options)

  app.get('/versions', {
    config: {
      token: 'optional',
      ownerKey: true,
      cacheKey: (request) => anonymousKey(request, [(request.params as ListParams).slug]),
    },
    schema: { ...docs.showVersions, params: ListParams, response: { 200: data(Versions), 304: z.undefined() } },
    handler: (request, reply) =>
      sendView(request, reply, async (signal) => {
        const { revisions, row, snapshot } = await historyOf(context, request.params.slug, senderOf(request))
        const byHash = new Map<string, (typeof revisions)[number]['files'][number]>()
        const bounded = revisions.slice(0, MAX_VERSIONS).filter((revision, at) => {
          for (const file of revision.files) byHash.set(file.hash, file)
          return at === 0 || bytesOf({ files: [...byHash.values()] }) <= MAX_BYTES
        })
        const files = [...new Map(bounded.flatMap((one) => one.files).map((file) => [file.hash, file])).values()]
        const versions = bounded.map((revision) => ({
          revision: revision.number,
          version: revision.version,
          domain: nexusDomain(revision.game),
          places: revision.files.map(({ hash }) => files.findIndex((file) => file.hash === hash)),
        }))
        const tag = entityTag(
          'versions',
          versions,
          files.map(({ hash }) => hash),
        )
        const task: CachedTask<(typeof files)[number], Versions> = {
          key: tag,
          files,
          run: (pool, contents) => pool.run('versions', { ...storedFiles(files, contents), versions }),
        }
        const make = async () => jsonInTurns({ data: await context.differ.run(task, loadFrom(context), signal) })
        return { name: 'versions', tag, snapshot, validUntil: row.expiresAt, sourceBytes: bytesOf({ files }), make }
      }),
  })
}
