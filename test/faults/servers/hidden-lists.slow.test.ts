import { describe, expect, it } from 'vitest'
import { contextOf, ownDatabase } from '../../support/database/own.ts'
import { ask, create, report } from '../../support/faults/traffic.ts'
import { newModerator } from '../../support/moderation.ts'
import { startServer } from '../../support/processes/programs.ts'
import { bearer, userToken } from '../../support/requests/authorization.ts'

const ROUNDS = 12

/** Addresses that are 404 without the list. */
const ofList = (slug: string) => [
  `/v1/lists/${slug}`,
  `/lists/${slug}`,
  `/v1/lists/${slug}/files`,
  `/v1/lists/${slug}/files/modlist.txt`,
  `/v1/lists/${slug}/files/modlist.txt/raw`,
  `/v1/lists/${slug}/download`,
  `/v1/lists/${slug}/download/modlist.txt`,
  `/v1/lists/${slug}/load-order`,
  `/v1/lists/${slug}/load-order.csv`,
  `/v1/lists/${slug}/revisions`,
  `/v1/lists/${slug}/revisions/1`,
  `/v1/lists/${slug}/revisions/1/download`,
  `/v1/lists/${slug}/changelog.atom`,
  `/lists/${slug}/history`,
  `/v1/compare/${slug}/other`,
  `/v1/compare/other/${slug}/changes`,
  `/v1/compare/other/${slug}.patch`,
  `/compare/${slug}/other`,
]

/** Addresses that show the list among others. */
const COLLECTIONS = [
  '/v1/lists',
  '/v1/lists?page[size]=all',
  '/v1/lists?filter[search]=round',
  '/v1/lists?filter[mod]=Sky UI',
  '/v1/lists?filter[author]=Ann',
  '/v1/games/4',
  '/v1/compare',
  '/lists',
  '/lists?query=round',
  '/authors/Ann',
  '/',
  '/sitemap.xml',
]

const BROWSER = { Accept: 'text/html' }
const headersOf = (path: string) => (path.startsWith('/v1') ? {} : BROWSER)

describe('a list that a moderator hides on one server', () => {
  it('is gone at once on the other, from all caches, and is back at once', async () => {
    const url = await ownDatabase()
    const context = contextOf(url)
    const author = bearer(await userToken(context, 'Ann'))
    const moderator = await newModerator(context)
    const settings = { DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: '0' }
    const servers = [await startServer(settings), await startServer(settings)] as const

    const send = (server: number, path: string, init: RequestInit) => ask(`${servers[server]?.address}${path}`, init)
    const upload = async (name: string) => {
      const { status } = await create(servers[0], name, { 'modlist.txt': '+Sky UI\n' }, { expires: 'perm' }, author)
      expect(status).toBe(201)
    }
    await upload('Other')

    const wrong: unknown[] = []
    let reads = 0
    for (let round = 1; round <= ROUNDS; round++) {
      const slug = `round-${round}`
      await upload(`Round ${round}`)
      // Waits until the index of mods has the list, so that all collections show it.
      const filtered = async () => (await ask(`${servers[1]?.address}/v1/lists?filter[mod]=Sky UI`)).body
      await expect.poll(filtered).toContain(slug)
      const paths = [...ofList(slug), ...COLLECTIONS]
      const tags = new Map<string, string>()
      for (const [server] of servers.entries()) {
        for (const path of paths) {
          const { status, headers, body } = await send(server, path, { headers: headersOf(path) })
          expect([path, status, body.includes(slug) || path.includes(slug)]).toEqual([path, 200, true])
          tags.set(`${server} ${path}`, headers.get('etag') ?? '"none"')
        }
      }

      const [acting, other] = round % 2 === 0 ? [0, 1] : [1, 0]
      const decide = (action: string) =>
        send(acting, `/v1/moderation/cases/${slug}`, {
          ...{ method: 'POST', headers: moderator, body: new URLSearchParams({ action, reason: 'Spam' }) },
        })
      expect((await decide('hide')).status).toBe(200)
      for (const server of [other, acting]) {
        await Promise.all(
          paths.map(async (path) => {
            const isOfList = path.includes(slug)
            const tag = { 'If-None-Match': tags.get(`${server} ${path}`) ?? '' }
            for (const headers of [headersOf(path), { ...headersOf(path), ...tag }]) {
              const { status, body } = await send(server, path, { headers })
              reads++
              const isRight = isOfList ? status === 404 : status === 200 && !new RegExp(`${slug}\\b`).test(body)
              if (!isRight) wrong.push({ round, path, status, conditional: 'If-None-Match' in headers })
            }
          }),
        )
      }
      if (round % 3 === 0) {
        expect((await decide('show')).status).toBe(200)
        for (const path of ofList(slug))
          expect([path, (await send(other, path, { headers: headersOf(path) })).status]).toEqual([path, 200])
        expect((await decide('delete')).status).toBe(200)
      }
    }
    report('hidden lists on two servers', { tried: reads, wrong: wrong.length })
    expect(wrong).toEqual([])
  })
})
