import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { startServer } from '../../support/processes/programs.ts'

it('a cached response is measured, and logged with the address of the client behind a proxy', async ({
  url,
  db: _,
}) => {
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'debug', TRUST_PROXY: 'true' })
  const ids: (string | null)[] = []
  for (let time = 0; time < 3; time++) {
    const answer = await fetch(`${server.address}/v1/games`, { headers: { 'X-Forwarded-For': '203.0.113.7' } })
    await answer.text()
    ids.push(answer.headers.get('x-request-id'))
  }
  const lines = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes('/v1/games'))
      .map((line) => JSON.parse(line))
  await expect.poll(() => lines().map(({ reqId }) => reqId)).toEqual(ids)
  for (const line of lines())
    expect(line).toMatchObject({ method: 'GET', url: '/v1/games', status: 200, ip: '203.0.113.7' })
  const metrics = await (await fetch(`${server.address}/metrics`)).text()
  expect(metrics).toContain('http_request_duration_seconds_count{method="GET",route="/v1/games",status="200"} 3')
})
