import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { type ServerProcess, startServer } from '../../support/processes/programs.ts'

/** Returns the lines of a server's log that have a request id. Each line is JSON. */
const linesAbout = (server: ServerProcess, id: string | null): Record<string, unknown>[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ reqId }) => reqId === id)

it('the log of a server contains every request under the X-Request-Id of its response, including refusals', async ({
  url,
  db: _,
}) => {
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'debug' })
  const form = new FormData()
  form.set('name', 'No files')
  const requests: [status: number, path: string, init?: RequestInit][] = [
    [200, '/v1/games'],
    [401, '/v1/user'],
    [404, '/v1/lists/nothing'],
    [404, '/nowhere'],
    [405, '/v1/games', { method: 'DELETE' }],
    [415, '/v1/lists', { method: 'POST', body: 'x', headers: { 'content-type': 'text/x' } }],
    [422, '/v1/lists?sort=name'],
    [422, '/v1/lists', { method: 'POST', body: form }],
  ]
  const ids = new Set<string | null>()
  for (const [status, path, init] of requests) {
    const answer = await fetch(server.address + path, init)
    await answer.text()
    expect([path, answer.status]).toEqual([path, status])
    const id = answer.headers.get('x-request-id')
    ids.add(id)
    await expect.poll(() => linesAbout(server, id).length).toBeGreaterThan(0)
  }
  expect(ids.size).toBe(requests.length)
})
