import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Urls } from '../context.ts'
import { version } from './version.ts'

/** Describes the routes that are added from now on at /openapi.json, and shows them at /docs. */
export const describing = fastifyPlugin<{ urls: Urls }>(async (app: FastifyInstance, { urls }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Mod list catalog', version, description: 'Share and compare game mod lists.' },
      servers: [{ url: urls.api }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/docs' })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
})
