import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createSingleFlight } from '../../concurrency/single-flight.ts'
import type { Context } from '../../context.ts'
import { type SchemaState, schemaState } from '../../db/migrations.ts'
import { StandbyError } from '../../db/session.ts'
import { CatalogError, outdated, unauthenticated } from '../../errors.ts'
import { docs } from '../openapi/docs.ts'
import { bearerToken } from '../request/authentication.ts'
import type { UploadLimits } from '../request/upload.ts'
import { PAGE_OR_JSON } from '../response/headers.ts'
import type { Metrics } from './metrics.ts'

const Ok = z.object({ status: z.literal('ok') })

const Service = z.object({
  name: z.string(),
  version: z.string(),
  api: z.string().describe('Address of the API.'),
  reference: z.string().describe('Address of the API reference.'),
  openapi: z.string().describe('Address of the OpenAPI document.'),
  website: z.string().describe('Address of the website. A path in `links.url` of a list belongs behind it.'),
  limits: z
    .object({
      max_files: z.int().describe('Maximum number of files of a list.'),
      max_file_bytes: z.int().describe('Maximum size of a file, in bytes.'),
      max_body_bytes: z.int().describe('Maximum size of a whole upload, in bytes.'),
    })
    .describe('Limits of uploads, set by the operator.'),
})

const Version = z.object({
  version: z.string().describe('As in the OpenAPI document.'),
  commit: z.string().nullable().describe('The commit of the sources, if the build knew it.'),
})

interface ProbeOptions {
  context: Context
  metrics: Metrics
  upload: UploadLimits
  /** The token that GET /metrics needs, if it needs one. */
  metricsToken?: string | undefined
}

export const probeRoutes: FastifyPluginAsyncZod<ProbeOptions> = async (
  app,
  { context, metrics, upload, metricsToken },
) => {
  /** Concurrent requests share a check, because it uses the connection that all cached responses depend on. */
  const checkOnce = createSingleFlight<SchemaState>()

  async function findState(): Promise<SchemaState> {
    try {
      return await schemaState(context.db)
    } catch (error) {
      if (!(error instanceof StandbyError)) throw error
      // Operators need the reason here; other routes only ask clients to retry.
      const reason = `${error.message} Requests are refused until its address leads to the primary.`
      throw new CatalogError('unavailable', reason)
    }
  }

  app.addHook('onRequest', async (_, reply) => void reply.preventCache())

  app.get('/', {
    schema: { ...docs.showService, response: { 200: Service } },
    handler: async (_, reply) => {
      reply.vary(PAGE_OR_JSON) // browsers get a page here if the website is enabled
      const { api, website } = context.urls
      return {
        name: 'mod-list-catalog',
        version,
        api: `${api}/v1`,
        reference: `${api}/docs`,
        openapi: `${api}/openapi.json`,
        website,
        limits: {
          max_files: upload.maxFiles,
          max_file_bytes: upload.maxFileBytes,
          max_body_bytes: upload.maxBodyBytes,
        },
      }
    },
  })

  app.get('/version', {
    schema: { ...docs.showVersion, response: { 200: Version } },
    handler: async () => ({ version, commit }),
  })

  app.get('/healthz', {
    config: { isProbe: true },
    schema: { ...docs.checkHealth, response: { 200: Ok } },
    handler: async () => ({ status: 'ok' as const }),
  })

  app.get('/readyz', {
    config: { isProbe: true },
    schema: { ...docs.checkReadiness, response: { 200: Ok } },
    handler: async () => {
      const state = await checkOnce('readiness', findState)
      if (state === 'current') return { status: 'ok' as const }
      if (state === 'other') throw outdated()
      throw new CatalogError('unavailable', 'The database lacks migrations. Restart the server to apply them.')
    },
  })

  app.get('/metrics', {
    config: { isProbe: true },
    onRequest: async ({ headers, url }) => {
      const hasToken = metricsToken !== undefined && isToken(headers.authorization, metricsToken)
      // Another spelling of the path, such as /metrics/, could pass a proxy that blocks /metrics.
      if (!hasToken && (metricsToken !== undefined || !/^\/metrics(\?|$)/.test(url))) throw unauthenticated()
    },
    schema: { ...docs.showMetrics, response: { 200: z.string() } },
    handler: async (_, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  })
}

/** Reports whether an Authorization header has this token. The comparison takes constant time. */
const isToken = (header = '', token: string): boolean => timingSafeEqual(hash(bearerToken(header)), hash(token))

const hash = (text: string) => createHash('sha256').update(text).digest()

declare const BUILD_VERSION: string | undefined
declare const BUILD_COMMIT: string | null | undefined

/** The version of this service. A build has it as a constant, since a package may have another name and place. */
export const version = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : versionOfSources()

function versionOfSources(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}

/** The commit that this program was built from. Null from source, or if the build did not know it. */
export const commit = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : null
