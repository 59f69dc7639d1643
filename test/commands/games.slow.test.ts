import { expect, it } from 'vitest'
import { contextOf, ownDatabase } from '../support/database/own.ts'
import { ask, create } from '../support/faults/traffic.ts'
import { startProgram, startServer, stop } from '../support/processes/programs.ts'

it('a game that the command line adds or removes is there, or gone, at once on all servers, in the API and on the pages', async () => {
  const url = await ownDatabase()
  const servers = await Promise.all([0, 1].map(() => startServer({ DATABASE_URL: url, WRITE_RATE_LIMIT: '0' })))
  const cli = (...args: string[]) => startProgram('cli', { DATABASE_URL: url }, ['game', ...args]).exit
  const answers = (path: string) =>
    Promise.all(servers.map(({ address }) => ask(`${address}${path}`, { headers: { accept: 'text/html' } })))
  const upload = (address: string) => create({ address }, 'Camp', { 'modlist.txt': '+A\n' }, { game: '32' })
  /** Where a game is offered or shown. The page of all lists names it once it has lists. */
  const expectEverywhere = async (isThere: boolean, hasLists = false) => {
    for (const path of ['/v1/games', '/upload', '/lists', '/', '/games'])
      for (const { status, body } of await answers(path))
        expect([path, status, /Baldur(?:&#39;|')s Gate 3/.test(body)]).toEqual([
          path,
          200,
          path === '/lists' ? hasLists : isThere,
        ])
    for (const path of ['/v1/games/32', '/v1/games/Baldur%27s%20Gate%203', '/v1/games/32/mods', '/games/32'])
      for (const { status } of await answers(path)) expect([path, status]).toEqual([path, isThere ? 200 : 404])
  }

  await expectEverywhere(false)
  expect((await upload(servers[0]?.address ?? '')).status).toBe(422)
  const added = await cli('add', "Baldur's Gate 3", '--id', '32', '--nexus', 'baldursgate3')
  expect(added).toMatchObject({ status: 0, out: '32\n' })
  await expectEverywhere(true)

  for (const { address } of servers) expect((await upload(address)).status).toBe(201)
  for (const { body } of await answers('/v1/lists?filter[game]=Baldur%27s Gate 3'))
    expect(JSON.parse(body).meta.total).toBe(2)
  for (const { body } of await answers('/v1/games'))
    expect(JSON.parse(body).data).toContainEqual({ id: 32, name: "Baldur's Gate 3", lists_count: 2 })
  expect(await cli('remove', '32')).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringContaining("Baldur's Gate 3 is the game of 2 lists and 0 past revisions. Nothing was removed."),
  })
  await expectEverywhere(true, true)

  await contextOf(url).db.list.deleteMany()
  expect(await cli('remove', "Baldur's Gate 3")).toMatchObject({ status: 0, out: "Removed Baldur's Gate 3.\n" })
  await expectEverywhere(false)
  expect((await upload(servers[1]?.address ?? '')).status).toBe(422)
  await stop(...servers)
})
