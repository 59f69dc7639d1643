import { describe, expect, it } from 'vitest'
import { ownDatabase } from '../../support/database/own.ts'
import { inParallel, report } from '../../support/faults/traffic.ts'
import { startServer, upload } from '../../support/processes/programs.ts'

const LIMIT = 100
const WRITES = 400
const SERVERS = 2

describe('a limit of 100 writes a minute', () => {
  it('is enforced exactly by each of two server processes during parallel writes', async () => {
    const url = await ownDatabase()
    const environment = { DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: String(LIMIT) }
    const servers = await Promise.all(Array.from({ length: SERVERS }, () => startServer(environment)))
    const addressOf = (write: number) => servers[write % SERVERS]?.address ?? ''
    const statuses: number[] = []
    const began = performance.now()
    await inParallel(WRITES, 8, async (write) => {
      statuses.push(await upload({ address: addressOf(write) }, 'My List'))
    })
    const seconds = (performance.now() - began) / 1000

    const count = (status: number) => statuses.filter((each) => each === status).length
    const wrong = WRITES - count(201) - count(429) + Math.abs(count(201) - SERVERS * LIMIT)
    report('rate limits', {
      tried: WRITES,
      servers: SERVERS,
      accepted: count(201),
      refused: count(429),
      wrong,
      seconds: Math.round(seconds),
    })
    expect(seconds).toBeLessThan(60) // otherwise the minute of the limit was over
    expect({ accepted: count(201), refused: count(429) }).toEqual({
      accepted: SERVERS * LIMIT,
      refused: WRITES - SERVERS * LIMIT,
    })
  })
})
