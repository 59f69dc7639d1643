import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { moderate } from '../../../src/moderation/actions/service.ts'
import { contextOf } from '../../support/database/own.ts'
import { migratedCluster, startReaders, sumOfReads } from '../../support/faults/serving.ts'
import { ask, create } from '../../support/faults/traffic.ts'
import { bearer, userToken } from '../../support/requests/authorization.ts'

const ROUNDS = 6
const MINUTE = 60_000

it('a list that is made private, hidden, deleted or expires is at once not found by its mods, on all servers with standbys', async () => {
  const { primary, standbys } = await migratedCluster()
  const context = contextOf(primary.url)
  const headers = bearer(await userToken(context, 'Ada'))
  const servers = await startReaders(primary.url, standbys, {}, {})
  const addresses = servers.map(({ address }) => address)
  const [first = '', second = ''] = addresses

  const get = async (address: string, path: string, as: Record<string, string> = {}) =>
    JSON.parse((await ask(`${address}${path}`, { headers: as })).body)
  /** The slugs that each server finds, which must be as many as their total. */
  const found = (path = '/v1/lists', as: Record<string, string> = {}) =>
    Promise.all(
      addresses.map(async (address) => {
        const { data, meta } = await get(address, `${path}?filter[mod]=shared&sort=created`, as)
        expect(meta.total).toBe(data.length)
        return data.map(({ slug }: { slug: string }) => slug)
      }),
    )
  const counts = () =>
    Promise.all(addresses.map(async (address) => (await get(address, '/v1/games/4/mods/shared')).data?.lists_count))

  const ends: Record<string, (slug: string) => Promise<unknown>> = {
    private: (slug) =>
      ask(`${first}/v1/lists/${slug}`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"private":true}',
      }),
    hidden: (slug) => moderate(context, null, slug, { action: 'hide', reason: 'A test.' }),
    deleted: (slug) => ask(`${second}/v1/lists/${slug}`, { method: 'DELETE', headers }),
    expired: async (slug) => {
      await primary.query(`UPDATE lists SET expires_at = now() + interval '2 s' WHERE slug = $1`, [slug])
      await delay(2_000)
    },
  }
  const slugs: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const end of ['kept', ...Object.keys(ends)]) {
      const files = { 'modlist.txt': `+Shared\n+Own ${end} ${round}\n` }
      const { status } = await create({ address: first }, `${end} ${round}`, files, { expires: 'perm' }, headers)
      expect(status).toBe(201)
      slugs.push(`${end}-${round}`)
    }
  }
  await expect.poll(counts, { timeout: MINUTE }).toEqual([slugs.length, slugs.length])
  expect((await found()).map((those) => those.toSorted())).toEqual([slugs.toSorted(), slugs.toSorted()])

  const left = new Set(slugs)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [end, act] of Object.entries(ends)) {
      await act(`${end}-${round}`)
      left.delete(`${end}-${round}`)
      for (const those of await found()) expect(new Set(those)).toEqual(left)
    }
  }
  for (const own of await found('/v1/user/lists', headers)) {
    expect(new Set(own)).toEqual(new Set(slugs.filter((slug) => left.has(slug) || slug.startsWith('private'))))
  }
  await expect.poll(counts, { timeout: MINUTE }).toEqual([ROUNDS, ROUNDS])
  expect(await sumOfReads(servers, / current$/)).toBeGreaterThan(0)
})
