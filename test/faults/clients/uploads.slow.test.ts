import { describe, expect, it } from 'vitest'
import { startOwnServer } from '../../support/database/own.ts'
import { query } from '../../support/database/query.ts'
import { formOf, report } from '../../support/faults/traffic.ts'
import { peakMemory } from '../../support/processes/memory.ts'

const MIB = 2 ** 20
const UPLOADS = 50
const ATTEMPTS = 20

/** Returns a text that no other upload has, so that each file is stored. */
const text = (upload: number, file: number, bytes: number) => `+${upload}.${file}\n`.padEnd(bytes, '+A mod of many\r\n')

/** Returns files that make the body as large as allowed, less some for the headers of its parts. */
const filesOf = (upload: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 8 }, (_, file) => [`${file}.txt`, text(upload, file, file === 7 ? MIB - 4096 : MIB)]),
  )

describe('50 uploads of 8 MiB at once', () => {
  it('are stored, some after a refusal with Retry-After, in bounded memory while others are served', async () => {
    const { url, ...server } = await startOwnServer()
    const idle = peakMemory(server.child.pid)
    const refusals: number[] = []
    let isOver = false

    /** Uploads a list, and retries at once after a 503. */
    const send = async (upload: number) => {
      const files = filesOf(upload)
      for (let attempt = 1; ; attempt++) {
        const form = formOf(`Large ${upload}`, files)
        const answer = await fetch(`${server.address}/v1/lists`, { method: 'POST', body: form })
        const body = (await answer.json()) as { data?: { slug: string } }
        if (body.data !== undefined) return body.data.slug
        refusals.push(answer.status)
        if (answer.status !== 503 || attempt === ATTEMPTS) throw new Error(`${answer.status}: ${JSON.stringify(body)}`)
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      }
    }
    const reading = (async () => {
      const statuses: number[] = []
      while (!isOver) statuses.push((await fetch(`${server.address}/v1/games`)).status)
      return statuses
    })()
    const began = performance.now()
    const slugs = await Promise.all(Array.from({ length: UPLOADS }, (_, upload) => send(upload))).finally(() => {
      isOver = true
    })
    const seconds = Math.round((performance.now() - began) / 1000)
    const peak = peakMemory(server.child.pid)
    const reads = await reading

    let wrong = 0
    for (const [upload, slug] of slugs.entries()) {
      const rows = await query(
        url,
        `SELECT content FROM files JOIN list_files ON file_id = files.id JOIN lists ON lists.id = list_id
         WHERE slug = $1 ORDER BY position`,
        [slug],
      )
      const isRight = Object.values(filesOf(upload)).every((content, index) =>
        Buffer.from(content).equals(rows[index]?.content as Buffer),
      )
      if (!isRight || rows.length !== 8) wrong++
    }
    const failed = reads.filter((status) => status !== 200).length
    report('uploads at once', {
      tried: UPLOADS,
      stored: slugs.length,
      'refused for a while': refusals.length,
      wrong,
      'reads meanwhile': reads.length,
      'of them failed': failed,
      seconds,
      'idle memory (MiB)': idle,
      'peak memory (MiB)': peak,
    })
    expect({ stored: slugs.length, wrong }).toEqual({ stored: UPLOADS, wrong: 0 })
    expect(reads.every((status) => status === 200 || status === 503)).toBe(true)
    expect(peak).toBeLessThan(400)
  })
})
