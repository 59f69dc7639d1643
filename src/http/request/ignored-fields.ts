import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the name in the schema of a field that a client may call differently. */
    fieldName?: (field: string) => string
  }
}

/** Maximum number of fields in the header, and of characters of each. */
const MAX_FIELDS = 10
const MAX_LENGTH = 64

/**
 * Names the unknown fields of each write in the header `Ignored-Fields` of its response, so that a misspelt field is
 * noticed. The names are percent-encoded, because clients choose them.
 */
export const namingIgnoredFields = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    const known = fieldsOf(route.schema?.body)
    if (known === undefined || !route.url.startsWith('/v1/')) return
    const fieldName = route.config?.fieldName ?? ((field) => field)

    function nameIgnored({ body }: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
      const sent = Object.entries(typeof body === 'object' && body !== null ? body : {})
      // A multipart form always has files, possibly none.
      const ignored = sent.filter(([name, value]) => !known?.has(fieldName(name)) && !isEmptyArray(value))
      const names = ignored.slice(0, MAX_FIELDS).map(([name]) => encodeURIComponent(shortened(name)))
      if (names.length > 0) reply.header('ignored-fields', names.join(', '))
      done()
    }
    route.preValidation = [...[route.preValidation ?? []].flat(), nameIgnored]
  })
})

/** Returns the fields of an object that ignores unknown fields. Undefined for other schemas. */
function fieldsOf(schema: unknown): ReadonlySet<string> | undefined {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out)
  return schema instanceof z.ZodObject && schema.def.catchall === undefined
    ? new Set(Object.keys(schema.shape))
    : undefined
}

const isEmptyArray = (value: unknown) => Array.isArray(value) && value.length === 0

const shortened = (name: string) => name.slice(0, MAX_LENGTH).replace(/\p{Surrogate}/gu, '\uFFFD')
