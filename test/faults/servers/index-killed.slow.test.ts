import { expect, it } from 'vitest'
import { catalogWithAuthor } from '../../support/faults/catalog.ts'
import { ask, create, metric, report } from '../../support/faults/traffic.ts'
import { kill } from '../../support/processes/embedded-clients.ts'
import { startServer } from '../../support/processes/programs.ts'
import { bearer } from '../../support/requests/authorization.ts'

const LISTS = 120
const KILLS = 6
const GAME = '/v1/games/4'

/** The mods of a list by its number: one that all lists have, some that many have, and one of its own. */
const modsOf = (list: number) => ['All', `Third ${list % 3}`, `Seventh ${list % 7}`, `Own ${list}`]

it('two servers that are killed while they index lose no list and count none twice', async () => {
  const { url, token } = await catalogWithAuthor()
  const start = () => startServer({ DATABASE_URL: url, WRITE_RATE_LIMIT: '0' })
  const servers = [await start(), await start()]
  const headers = bearer(token)

  const stored: number[] = []
  let unanswered = 0
  for (let list = 0; list < LISTS; list++) {
    if (list > 0 && list % (LISTS / KILLS) === 0) {
      const which = (list / (LISTS / KILLS)) % 2
      const killed = servers[which]
      if (killed !== undefined) await kill(killed.child)
      servers[which] = await start()
    }
    const address = servers[list % 2]?.address ?? ''
    const modlist = modsOf(list).map((name) => `+${name}\n`)
    const { status } = await create({ address }, `List ${list}`, { 'modlist.txt': modlist.join('') }, {}, headers)
    if (status === 201) stored.push(list)
    else unanswered++
  }

  const address = servers[0]?.address ?? ''
  const get = async (path: string) => JSON.parse((await ask(`${address}${path}`)).body)
  await expect.poll(() => metric({ address }, 'mod_index_oldest_seconds'), { interval: 200 }).toBe(0)

  const expected = new Map<string, number>()
  for (const list of stored) for (const name of modsOf(list)) expected.set(name, (expected.get(name) ?? 0) + 1)
  let wrong = 0
  for (const [name, count] of expected) {
    const { data } = await get(`${GAME}/mods/${encodeURIComponent(name)}`)
    const { meta } = await get(`/v1/lists?filter[mod]=${encodeURIComponent(name)}&page[size]=1`)
    if (data.lists_count !== count || meta.total !== count) wrong++
  }
  report('servers killed while they index', { lists: stored.length, unanswered, names: expected.size, wrong })
  expect(wrong).toBe(0)
  expect(expected.get('All')).toBe(stored.length)
  for (const server of servers) await kill(server.child)
})
