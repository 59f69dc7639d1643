import { describe, expect, it } from 'vitest'
import { revokeToken } from '../../../src/accounts/tokens/service.ts'
import { contextOf, ownDatabase } from '../../support/database/own.ts'
import { type Answer, ask, create, inParallel, isRefusal, report } from '../../support/faults/traffic.ts'
import { startProgram, startServer, stop } from '../../support/processes/programs.ts'
import { bearer, userToken } from '../../support/requests/authorization.ts'

const settings = (url: string) => ({ DATABASE_URL: url, WRITE_RATE_LIMIT: '0' })

describe.each([2, 4])('%i servers on one database', (count) => {
  it('give each list a unique slug, refuse a revoked token at once, and sweep nothing twice', async () => {
    const url = await ownDatabase()
    const context = contextOf(url)
    const { db } = context
    const servers = await Promise.all(Array.from({ length: count }, () => startServer(settings(url))))
    const addressOf = (number: number) => servers[number % count]?.address ?? ''

    const uploads = 100
    const slugs: string[] = []
    const wrong: Answer[] = []
    let refused = 0
    await inParallel(uploads, 16, async (number) => {
      const files = { 'own.txt': `${number}`, 'shared.txt': 'shared' }
      const send = () => create({ address: addressOf(number) }, 'My List', files, { expires: 'perm' })
      let answer = await send()
      for (; isRefusal(answer); refused++) answer = await send() // as Retry-After asks
      if (answer.status === 201) slugs.push(JSON.parse(answer.body).data.slug)
      else wrong.push(answer)
    })
    expect(wrong).toEqual([])
    const expected = ['my-list', ...Array.from({ length: uploads - 1 }, (_, index) => `my-list-${index + 2}`)]
    expect(slugs.sort()).toEqual(expected.sort())

    const token = await userToken(context, 'Ada')
    const whoAmI = () =>
      Promise.all(
        servers.map(({ address }) =>
          ask(`${address}/v1/user`, { headers: bearer(token) }).then(({ status }) => status),
        ),
      )
    expect(await whoAmI()).toEqual(Array(count).fill(200))
    await revokeToken(context, 1)
    const afterwards = await whoAmI()
    expect(afterwards).toEqual(Array(count).fill(401))

    const half = await db.list.findMany({ orderBy: { id: 'asc' }, take: uploads / 2, select: { id: true } })
    await db.list.updateMany({ where: { id: { in: half.map(({ id }) => id) } }, data: { expiresAt: new Date(0) } })
    const sweeps = await Promise.all(
      Array.from({ length: count }, () => startProgram('cli', { DATABASE_URL: url }, ['sweep']).exit),
    )
    const byCommands = sweeps.map(
      ({ out }) => /Deleted (\d+) expired lists and (\d+) unused files/.exec(out)?.slice(1).map(Number) ?? [],
    )
    // The servers also sweep, once a minute.
    const logged = servers.flatMap((server) => [...server.log().matchAll(/"lists":(\d+),"files":\d+,"msg":"swept"/g)])
    const byServers = logged.reduce((sum, [, swept]) => sum + Number(swept), 0)
    const lists = byCommands.reduce((sum, [swept = Number.NaN]) => sum + swept, byServers)
    report(`${count} servers on one database`, {
      tried: uploads,
      'refused at first': refused,
      'slugs given twice': uploads - new Set(slugs).size,
      'lists swept': lists,
      'swept twice': lists - uploads / 2,
      'revoked token accepted': afterwards.filter((status) => status !== 401).length,
    })
    expect(lists).toBe(uploads / 2)
    expect(await db.list.count()).toBe(uploads / 2)
    expect(await db.file.count({ where: { cleanName: 'shared.txt' } })).toBe(1)
    await stop(...servers)
  })
})
