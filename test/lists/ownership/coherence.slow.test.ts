import { expect } from 'vitest'
import { ask, create, formOf } from '../../support/faults/traffic.ts'
import { it } from '../../support/it.ts'
import { startServer } from '../../support/processes/programs.ts'
import { bearer } from '../../support/requests/authorization.ts'

it('all servers show a claim at once, and refuse the old key', async ({ catalog: _, signIn, url }) => {
  const token = await signIn('Ann')
  const settings = { DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: '0' }
  const servers = await Promise.all([startServer(settings), startServer(settings)])
  const author = { name: 'Ann', verified: false }
  const pages = ['/lists', '/lists?filter[author]=ann', '/games/4', '/lists?query=ann']
  for (const writer of Array.from({ length: 4 }, () => servers).flat()) {
    const { headers, body } = await create(writer, 'My List', { 'modlist.txt': '+a' }, { expires: 'perm' })
    const { slug } = JSON.parse(body).data
    const key = headers.get('owner-key') ?? ''
    const ofPath = ({ address }: typeof writer, path: string) => ask(`${address}/v1${path}`)
    // Both servers cache all of these responses.
    for (const server of servers) for (const path of [...pages, `/lists/${slug}`]) await ofPath(server, path)

    const form = new URLSearchParams({ owner_key: key })
    const claim = { method: 'POST', headers: bearer(token), body: form }
    expect(await ask(`${writer.address}/v1/lists/${slug}/claim`, claim)).toMatchObject({ status: 200 })
    for (const server of servers) {
      expect(JSON.parse((await ofPath(server, `/lists/${slug}`)).body).data.author).toEqual(author)
      for (const path of pages) {
        const { data } = JSON.parse((await ofPath(server, path)).body)
        const lists: { slug: string; author: unknown }[] = data.lists ?? data
        expect([path, lists.find((list) => list.slug === slug)?.author]).toEqual([path, author])
      }
      const update = { method: 'PUT', headers: bearer(key), body: formOf('My List', { 'modlist.txt': '+b' }) }
      expect(await ask(`${server.address}/v1/lists/${slug}`, update)).toMatchObject({ status: 401 })
    }
  }
})
