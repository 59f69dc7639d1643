import { describe, expect, it } from 'vitest'
import { startOwnServer } from '../../support/database/own.ts'
import { query } from '../../support/database/query.ts'
import { ask, create, keepAsking, report, wrongOf } from '../../support/faults/traffic.ts'
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

    /** Uploads a list, and retries at once after a 503. */
    const send = async (upload: number) => {
      const files = filesOf(upload)
      for (let attempt = 1; ; attempt++) {
        const { status, headers, body } = await create(server, `Large ${upload}`, files)
        if (status === 201) return JSON.parse(body).data.slug as string
        refusals.push(status)
        if (status !== 503 || attempt === ATTEMPTS) throw new Error(`${status}: ${body}`)
        expect(headers.get('retry-after')).toMatch(/^\d+$/)
      }
    }
    const reading = keepAsking(1, () => ask(`${server.address}/v1/games`))
    const began = performance.now()
    const slugs = await Promise.all(Array.from({ length: UPLOADS }, (_, upload) => send(upload)))
    const seconds = Math.round((performance.now() - began) / 1000)
    const peak = peakMemory(server.child.pid)
    const reads = await reading.stop()

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
    const failed = reads.filter(({ status }) => status !== 200).length
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
    expect(wrongOf(reads)).toEqual([])
    expect(peak).toBeLessThan(450)
  })
})
