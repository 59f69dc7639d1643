import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { startServer } from '../../support/processes/programs.ts'
import { bearer } from '../../support/requests/authorization.ts'

describe('several server processes', () => {
  it('show a claim at once, and refuse the key', async ({ catalog: _, signIn, url }) => {
    const token = await signIn('Ann')
    const settings = { DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: '0' }
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    const ask = async (index: number, path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${servers[index]?.address}/v1${path}`, init)
      return { status: answer.status, headers: answer.headers, body: JSON.parse((await answer.text()) || 'null') }
    }
    const form = () => {
      const fields = new FormData()
      for (const [name, value] of [
        ['name', 'My List'],
        ['game', '4'],
        ['description', ''],
        ['expires', 'perm'],
      ] as const) {
        fields.set(name, value)
      }
      fields.set('files[]', new Blob(['+a']), 'modlist.txt')
      return fields
    }
    const pages = ['/lists', '/lists?filter[author]=ann', '/games/4', '/lists?query=ann']
    for (let round = 0; round < 8; round++) {
      const created = await ask(round % 2, '/lists', { method: 'POST', body: form() })
      const { slug } = created.body.data
      const key = String(created.headers.get('owner-key'))
      // Both servers cache all of these responses.
      for (const path of [...pages, `/lists/${slug}`]) for (const index of [0, 1]) await ask(index, path)

      const claimed = await ask(round % 2, `/lists/${slug}/claim`, {
        method: 'POST',
        headers: { ...bearer(token), 'content-type': 'application/json' },
        body: JSON.stringify({ owner_key: key }),
      })
      expect(claimed.status).toBe(200)
      for (const index of [0, 1]) {
        expect((await ask(index, `/lists/${slug}`)).body.data.author).toEqual({ name: 'Ann', verified: false })
        for (const path of pages) {
          const { body } = await ask(index, path)
          const lists: { slug: string; author: unknown }[] = body.data.lists ?? body.data
          expect(lists.find((list) => list.slug === slug)?.author).toEqual({ name: 'Ann', verified: false })
        }
        const refused = await ask(index, `/lists/${slug}`, { method: 'PUT', headers: bearer(key), body: form() })
        expect(refused.status).toBe(401)
      }
    }
  })
})
