import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { documentOf, type Operation, schemaChecker } from '../../support/requests/conformance.ts'
import { appWithRoutes } from '../../support/requests/routes.ts'

interface Described {
  path: string
  method: string
  operation: Operation
}

const operationsOf = (app: FastifyInstance): Described[] =>
  Object.entries(documentOf(app).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

/** The paths of the running application, from the tree that its router draws. */
function pathsOf(app: FastifyInstance): string[] {
  const trail: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \((.+)\))?$/.exec(line) ?? []
      trail.splice(indent.length / 4, trail.length, part)
      const path = trail.join('')
      return methods === undefined || path === '*' ? [] : [path.replaceAll(/:(\w+)/g, '{$1}')]
    })
}

describe('GET /openapi.json', () => {
  it('has every route of the application with its methods, and no others but the website', async ({ app, catalog }) => {
    const described = operationsOf(app).map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const { app: alone } = await appWithRoutes(catalog, { website: false })
    const known = await Promise.all(
      pathsOf(alone).map(async (path) => {
        const { headers } = await alone.inject({ method: 'OPTIONS', url: path.replaceAll(/[{}]/g, '') })
        const methods = String(headers.allow).split(', ')
        return methods.filter((method) => !['HEAD', 'OPTIONS'].includes(method)).map((method) => `${method} ${path}`)
      }),
    )
    expect(described.sort()).toEqual(known.flat().sort())
  })

  it('names and describes every operation, parameter, field of a form and answer', async ({ app }) => {
    const text = expect.stringMatching(/\S.*[.:]$/s)
    const operations = operationsOf(app)
    const { schemas } = documentOf(app).components

    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
    for (const { operation } of operations) {
      expect(operation).toMatchObject({
        operationId: expect.any(String),
        tags: [expect.any(String)],
        summary: expect.stringMatching(/\S/),
        description: text,
        security: expect.any(Array),
      })
      for (const parameter of operation.parameters ?? []) expect(parameter).toMatchObject({ description: text })
      for (const answer of Object.values(operation.responses)) expect(answer).toMatchObject({ description: text })
    }
    for (const form of ['ListForm', 'UpdateForm', 'PatchForm', 'ClaimForm']) {
      const { properties = {} } = schemas[form] as { properties?: object }
      for (const field of Object.values(properties)) expect(field).toMatchObject({ description: text })
    }
    for (const schema of Object.values(schemas)) expect(schema).toMatchObject({ description: text })
  })

  it('shows with every answer in JSON one that is as the schema says', async ({ app }) => {
    const check = schemaChecker(documentOf(app))
    const faults = operationsOf(app).flatMap(({ path, method, operation }) =>
      Object.entries(operation.responses).map(([status, { content }]) => {
        const media = content?.['application/json']
        if (media === undefined || (operation.operationId === 'showDocument' && status === '200')) return undefined
        const keys = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
        const fault = 'example' in media ? check(media.example, ...keys) : 'there is no example'
        return fault && `${operation.operationId} ${status}: ${fault}`
      }),
    )
    expect(faults.filter(Boolean)).toEqual([])
  })

  it('shares the shape of errors, of which that of 422 has messages by field', async ({ app }) => {
    for (const { operation } of operationsOf(app)) {
      const statuses = Object.keys(operation.responses)
      expect(statuses).toEqual(expect.arrayContaining(['429', '500', '503']))
      for (const status of statuses.filter((each) => Number(each) >= 400)) {
        const $ref = `#/components/schemas/${status === '422' ? 'ValidationError' : 'ErrorMessage'}`
        expect(operation.responses[status]?.content).toMatchObject({ 'application/json': { schema: { $ref } } })
      }
    }
  })

  it('describes the forms as they are sent, with files', async ({ app }) => {
    const { paths, components } = documentOf(app)
    const forms = {
      createList: paths['/v1/lists']?.post,
      updateListByForm: paths['/v1/lists/{slug}']?.post,
      updateList: paths['/v1/lists/{slug}']?.put,
    }
    for (const [id, operation] of Object.entries(forms)) {
      const form = id === 'updateListByForm' ? 'UpdateForm' : 'ListForm'
      expect(operation).toMatchObject({ operationId: id })
      expect(operation?.requestBody?.content).toEqual({
        'multipart/form-data': { schema: { $ref: `#/components/schemas/${form}` } },
      })
      expect(components.schemas[form]).toMatchObject({
        properties: {
          'files[]': { type: 'array', minItems: 1, items: { type: 'string', format: 'binary' } },
          game: { type: 'integer' },
          name: { type: 'string', maxLength: 255 },
          private: { type: 'boolean' },
          expires: { enum: ['3h', '24h', '3d', '1w', 'perm'] },
        },
        required: [...(form === 'UpdateForm' ? ['_method'] : []), 'name', 'game', 'description', 'files[]'],
      })
    }
  })

  it('types the size of a page as an integer or the word all, and its number as an integer', async ({ app }) => {
    const parameters = documentOf(app).paths['/v1/lists']?.get?.parameters ?? []
    const schemaOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.schema
    expect(schemaOf('page[size]')).toEqual({
      anyOf: [
        { type: 'integer', minimum: 1, maximum: 900 },
        { type: 'string', enum: ['all'] },
      ],
    })
    for (const name of ['page[number]', 'page']) expect(schemaOf(name)).toEqual({ type: 'integer', minimum: 1 })
  })

  it('gives no schema the name of a global of JavaScript, which generated code would shadow', async ({ app }) => {
    const names = Object.keys(documentOf(app).components.schemas)
    expect(names).toEqual(expect.arrayContaining(['ListFile', 'ErrorMessage']))
    expect(names.filter((name) => name in globalThis)).toEqual([])
  })

  it('describes the headers of rate limits on every write and on 429, and CORS exposes all headers', async ({
    api,
    app,
  }) => {
    const rates = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    const named = new Set<string>()
    for (const { method, operation } of operationsOf(app)) {
      for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
        for (const name of Object.keys(headers)) named.add(name)
        const isLimited = method !== 'get' || status === '429'
        expect([method, status, rates.every((name) => name in headers)]).toEqual([method, status, isLimited])
      }
    }
    const { headers } = await api.get('/v1/games').set('Origin', 'https://site.example').expect(200)
    expect(String(headers['access-control-expose-headers']).split(', ')).toEqual(expect.arrayContaining([...named]))
  })

  it('says where a token is needed, which is where 401 is the answer without one', async ({ api, app }) => {
    for (const { path, method, operation } of operationsOf(app)) {
      const { status } = await api[method as 'get'](path.replaceAll(/[{}]/g, ''))
      const isNeeded = operation.security.length > 0 && operation.security.every((way) => Object.keys(way).length > 0)
      expect({ path, method, isRefused: status === 401 }).toEqual({ path, method, isRefused: isNeeded })
    }
  })

  it('is made anew by no request: it is the same text', async ({ api }) => {
    const [first, second] = [await api.get('/openapi.json'), await api.get('/openapi.json')]
    expect(second.text).toBe(first.text)
  })

  // Last, since the validator takes seconds to compile: a server that stands still for so long refuses what comes next.
  it('is a valid document of OpenAPI 3.1, at the public address', async ({ api }) => {
    const { body, headers } = await api.get('/openapi.json').expect(200)

    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }] })
    expect(await new Validator().validate(body)).toEqual({ valid: true })
  })
})
