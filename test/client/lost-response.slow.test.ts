import { type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { createCatalogClient, listForm } from '../../src/client/client.ts'
import { clientOf, folderOf, uploadOf } from '../commands/remote/terminal.ts'
import { runIn } from '../support/commands/run.ts'
import { it } from '../support/it.ts'
import { freePort } from '../support/processes/free-port.ts'
import { listen } from '../support/requests/listen.ts'
import { serve } from '../support/requests/wire.ts'

/** Starts a proxy that loses the responses to the first `count` writes. Returns its address, and the keys of all writes. */
async function losing(port: number, count: number) {
  const keys: (string | undefined)[] = []
  const forward = ({ method, url, headers }: IncomingMessage) =>
    requestTo({ host: '127.0.0.1', port, method, path: url, headers })
  const address = await listen(async (request: IncomingMessage, answer: ServerResponse) => {
    const sent = forward(request)
    const answered = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
    await pipeline(request, sent)
    const response = await answered
    if (request.method === 'POST') keys.push(headerOf(request))
    if (request.method === 'POST' && keys.length <= count) return answer.destroy()
    answer.writeHead(response.statusCode ?? 0, response.headers)
    await pipeline(response, answer)
  })
  return { address, keys }
}

const headerOf = ({ headers }: IncomingMessage) => headers['idempotency-key']?.toString()

/** Ends the pauses before a request is sent again at once. Returns how long they would have been, in milliseconds. */
function withoutPauses(): number[] {
  const { setTimeout } = globalThis
  const pauses: number[] = []
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0, ...values: []) => {
    const isPause = ms === 1_000 || ms === 4_000
    if (isPause) pauses.push(ms)
    return setTimeout(work, isPause ? 0 : ms, ...values)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return pauses
}

describe('a list whose response is lost twice', () => {
  it('is sent again by the typed client, and created once', async ({ catalog, db }) => {
    const { address, keys } = await losing(await serve(catalog), 2)
    const pauses = withoutPauses()
    const client = createCatalogClient({ baseUrl: address })
    const body = await listForm({ name: 'My List', game: 4, description: '' }, [{ name: 'a.txt', content: '+A\n' }])
    const { data, response } = await client.POST('/v1/lists', { body })
    expect([response.status, data?.data.slug]).toEqual([201, 'my-list'])
    expect(response.headers.get('owner-key')).toMatch(/^mlk_/)
    expect([keys.length, new Set(keys).size, await db.list.count()]).toEqual([3, 1, 1])
    expect(pauses).toEqual([1_000, 4_000])

    await client.POST('/v1/lists', { body })
    expect([new Set(keys).size, await db.list.count()]).toEqual([2, 2])
  })

  it('is sent again by the command line, which says so, and created once', async ({ catalog, db }) => {
    const { address, keys } = await losing(await serve(catalog), 2)
    const pauses = withoutPauses()
    const folder = await folderOf({ 'modlist.txt': '+SkyUI\n' })
    const { status, printed, complained } = await runIn(clientOf(address), ...uploadOf(folder))
    expect([status, printed]).toEqual([0, expect.stringMatching(/\/lists\/mine$/)])
    expect(complained.match(/The connection was lost\. Sending it again, which makes no second list\./g)).toHaveLength(
      2,
    )
    expect([keys.length, new Set(keys).size, await db.list.count()]).toEqual([3, 1, 1])
    expect(pauses).toEqual([1_000, 4_000])
  })
})

/** Returns the error of a connection in Node. */
const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

it('a list that is given up while its client waits to send it again is not sent again', async () => {
  const giveUp = new AbortController()
  let tries = 0
  const send = async ({ signal }: Request) => {
    signal.throwIfAborted()
    tries++
    setTimeout(() => giveUp.abort())
    throw failed('ECONNRESET')
  }
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const client = createCatalogClient({ baseUrl: 'http://127.0.0.1:1', fetch: send })
  const body = await listForm({ name: 'My List', game: 4, description: '' }, [{ name: 'a.txt', content: '+A\n' }])
  const sent = client.POST('/v1/lists', { body, signal: giveUp.signal })
  const refused = expect(sent).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(1)
  await refused
  expect(tries).toBe(1)
})

it('a list for a server that does not run is sent only once', async () => {
  let tries = 0
  const send = (request: Request) => {
    tries++
    return fetch(request)
  }
  const client = createCatalogClient({ baseUrl: `http://127.0.0.1:${await freePort()}`, fetch: send })
  const body = await listForm({ name: 'My List', game: 4, description: '' }, [{ name: 'a.txt', content: '+A\n' }])
  await expect(client.POST('/v1/lists', { body })).rejects.toThrow('fetch failed')
  expect(tries).toBe(1)
})
