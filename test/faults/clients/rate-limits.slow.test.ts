import { describe, expect, it } from 'vitest'
import { ownDatabase } from '../../support/database/own.ts'
import { create, inParallel, report } from '../../support/faults/traffic.ts'
import { startServer } from '../../support/processes/programs.ts'

const LIMIT = 50
const WRITES = 200
const SERVERS = 2

describe('a limit of 50 writes a minute', () => {
  it('is enforced exactly by each of two server processes during parallel writes', async () => {
    const url = await ownDatabase()
    const environment = { DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: String(LIMIT), TRUST_PROXY: '1' }
    const servers = await Promise.all(Array.from({ length: SERVERS }, () => startServer(environment)))
    const addressOf = (write: number) => servers[write % SERVERS]?.address ?? ''
    const statuses: number[] = []
    const began = performance.now()
    await inParallel(WRITES, 8, async (write) => {
      statuses.push(await upload(addressOf(write)))
    })
    const seconds = (performance.now() - began) / 1000

    const count = (status: number) => statuses.filter((each) => each === status).length
    const late = count(503) // a slow machine may take too long for eight writes at once, which count nevertheless
    report('rate limits', {
      tried: WRITES,
      servers: SERVERS,
      accepted: count(201),
      late,
      refused: count(429),
      wrong: WRITES - count(201) - late - count(429) + Math.abs(count(201) + late - SERVERS * LIMIT),
      seconds: Math.round(seconds),
    })
    expect(seconds).toBeLessThan(60) // otherwise the minute of the limit was over
    expect({ accepted: count(201) + late, refused: count(429) }).toEqual({
      accepted: SERVERS * LIMIT,
      refused: WRITES - SERVERS * LIMIT,
    })
  })
})

/** Uploads a list and returns the status. Retries if the server is so busy that it refuses requests uncounted. */
async function upload(address: string): Promise<number> {
  const { status, body } = await create({ address }, 'My List', { 'modlist.txt': '+A mod\r\n' })
  return status === 503 && body.includes('The server is overloaded') ? upload(address) : status
}
