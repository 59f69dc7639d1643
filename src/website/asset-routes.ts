import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { acceptsGzip } from '../http/cache/cached-routes.ts'
import { cachedAs, inGzip } from '../http/response/headers.ts'
import { ASSETS, assetPath } from './assets.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the assets of the pages, and `/favicon.ico`, where chats and old browsers look for an icon. */
export const assetRoutes: FastifyPluginAsyncZod = async (app) => {
  const config = { isPartOfPage: true }

  app.get('/assets/:file', {
    config,
    schema: { params: z.object({ file: z.string() }) },
    handler: async ({ params: { file }, headers }, reply) => {
      const asset = ASSETS.get(file)
      if (asset === undefined) return reply.callNotFound()
      cachedAs(reply, IMMUTABLE).type(asset.type).vary('Accept-Encoding')
      if (!acceptsGzip(headers['accept-encoding'])) return reply.send(asset.bytes)
      return inGzip(reply).send(asset.compressed)
    },
  })

  app.get('/favicon.ico', {
    config,
    handler: async (_, reply) => {
      const icon = ASSETS.get(assetPath('favicon.ico').slice('/assets/'.length))
      return cachedAs(reply, 'public, max-age=86400').type('image/x-icon').send(icon?.bytes)
    },
  })
}
