import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { clientOf, folderOf } from '../terminal.ts'

it('upload sends the text of --note as the field note', async () => {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') bodies.push(await text(request))
    const games = { data: [{ id: 4, name: 'TESV Skyrim SE', lists_count: 0 }] }
    response.end(JSON.stringify(request.url === '/v1/games' ? games : {}))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const environment = clientOf((server.address() as AddressInfo).port)
  const folder = await folderOf({ 'modlist.txt': '+A\n' })
  await runIn(environment, 'upload', folder, '--game', '4', '--name', 'Mine', '--note', 'Added a patch')
  expect(bodies).toEqual([expect.stringContaining('name="note"\r\n\r\nAdded a patch\r\n')])
})
