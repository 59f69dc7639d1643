import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../errors.ts'
import { acceptsGzip } from '../http/cache/send-response.ts'
import { ASSETS, assetPath } from './assets.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the assets of the pages, and `/favicon.ico`, where chats and old browsers look for an icon. */
export const assetRoutes: FastifyPluginAsyncZod = async (app) => {
  const compressed = new Map<string, Promise<Buffer>>()

  app.get('/assets/:file', {
    config: { isPartOfPage: true },
    schema: { hide: true, params: z.object({ file: z.string() }) },
    handler: async ({ params: { file }, headers }, reply) => {
      const asset = ASSETS.get(file)
      if (asset === undefined) throw notFound('Part of the website')
      reply.type(asset.type).header('cache-control', IMMUTABLE).vary('Accept-Encoding')
      if (!acceptsGzip(headers['accept-encoding'])) return reply.send(asset.bytes)
      const bytes = compressed.get(file) ?? promisify(gzip)(asset.bytes, { level: 9 })
      compressed.set(file, bytes)
      return reply.header('content-encoding', 'gzip').send(await bytes)
    },
  })

  app.get('/favicon.ico', {
    config: { isPartOfPage: true },
    schema: { hide: true },
    handler: async (_, reply) => {
      const asset = ASSETS.get(assetPath('favicon.ico').slice('/assets/'.length))
      if (asset === undefined) throw notFound('Icon')
      return reply.type(asset.type).header('cache-control', 'public, max-age=86400').send(asset.bytes)
    },
  })
}
