import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { documentOf, operationsOf, schemaChecker } from '../../support/requests/openapi/conformance.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'

/** Returns the paths of the application, read from the tree that its router prints. */
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

it('GET /openapi.json contains exactly the routes and methods of the application without the website', async ({
  app,
  catalog,
}) => {
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

it('GET /openapi.json describes every operation, parameter, form field and response', async ({ app }) => {
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

it('GET /openapi.json has for every JSON response an example that matches its schema', async ({ app }) => {
  const check = schemaChecker(documentOf(app))
  const problems = operationsOf(app).flatMap(({ path, method, operation }) =>
    Object.entries(operation.responses).map(([status, { content }]) => {
      const media = content?.['application/json']
      if (media === undefined || (operation.operationId === 'showDocument' && status === '200')) return undefined
      const keys = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
      const problem = 'example' in media ? check(media.example, ...keys) : 'there is no example'
      return problem && `${operation.operationId} ${status}: ${problem}`
    }),
  )
  expect(problems.filter(Boolean)).toEqual([])
})

it('GET /openapi.json describes the rate limit headers of writes and 429, and CORS exposes all described headers', async ({
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

it('GET /openapi.json requires a token exactly where a request without one returns 401', async ({ api, app }) => {
  for (const { path, method, operation } of operationsOf(app)) {
    const { status } = await api[method as 'get'](path.replaceAll(/[{}]/g, ''))
    const isNeeded = operation.security.length > 0 && operation.security.every((way) => Object.keys(way).length > 0)
    expect({ path, method, isRefused: status === 401 }).toEqual({ path, method, isRefused: isNeeded })
  }
})

// This test is last because the validator blocks the event loop for seconds, and the server then refuses requests.
it('GET /openapi.json is a valid OpenAPI 3.1 document with the public address', async ({ api }) => {
  const { body, headers } = await api.get('/openapi.json').expect(200)

  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }] })
  expect(await new Validator().validate(body)).toEqual({ valid: true })
})
