import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { appWithRoutes, pathOf } from '../../support/requests/openapi/routes.ts'

it('logs no query string of a write, or of a request with the wrong method or path, at any log level', async ({
  catalog,
}) => {
  const lines: string[] = []
  const stream = new PassThrough().on('data', (chunk) => lines.push(String(chunk)))
  const { app, routes } = await appWithRoutes(catalog, { logger: pino({ level: 'trace' }, stream) })
  const isWrite = ({ method }: { method: string }) => method !== 'GET' && method !== 'HEAD'
  const unknown = [
    { method: 'GET', url: '/oauth/token' },
    { method: 'GET', url: '/oauth/tokens' },
    { method: 'POST', url: '/oauth/tokens' },
  ]
  for (const route of [...routes.filter(isWrite), ...unknown]) {
    const url = `${pathOf(route, () => 'my-list')}?device_code=A-secret`
    await app.inject({ method: route.method as 'GET', url })
  }
  expect(lines.join('')).not.toContain('A-secret')
  expect(lines.filter((line) => line.includes('"url":"/oauth/token?..."')).length).toBeGreaterThan(2)

  await app.inject('/v1/lists?page[size]=2')
  expect(lines.join('')).toContain('"url":"/v1/lists?page[size]=2"')
})
