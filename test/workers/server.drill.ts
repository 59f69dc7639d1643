import { expect, inject, it, onTestFinished } from 'vitest'
import { childrenOf, statOf } from '../support/children.ts'
import { copyDatabase } from '../support/database/copy.ts'
import { type ServerProcess, startServer } from '../support/processes.ts'

/** Takes a while to compare, and has another content for each name. */
const slowFiles = (name: string, file: string): Record<string, string> =>
  Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.txt`, `a\n${name}\n${file}\n${at}\n`.repeat(80_000)]))

async function upload({ address }: ServerProcess, name: string, files: Record<string, string>): Promise<void> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ name, game: '4', description: '' })) form.set(field, value)
  for (const [file, content] of Object.entries(files)) form.append('files[]', new Blob([content]), file)
  expect((await fetch(`${address}/v1/lists`, { method: 'POST', body: form })).status).toBe(201)
}

/** A server with three lists, of which `one` and `two` take a while to compare. */
async function serverWithLists(): Promise<ServerProcess & { pid: number }> {
  const { url, drop } = await copyDatabase(inject('template'))
  onTestFinished(drop)
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: '0' })
  await upload(server, 'One', slowFiles('b', 'c'))
  await upload(server, 'Two', slowFiles('c', 'b'))
  await upload(server, 'Three', { 'a.txt': 'a\n' })
  return { ...server, pid: server.child.pid ?? 0 }
}

async function compare({ address }: ServerProcess, pair: string): Promise<number> {
  const answer = await fetch(`${address}/v1/compare/${pair}`)
  await answer.arrayBuffer()
  return answer.status
}

/** The ticks of the processor that these processes have used. */
const ticksOf = (pids: readonly number[]) =>
  pids.flatMap((pid) => statOf(pid)?.slice(11, 13) ?? []).reduce((sum, ticks) => sum + Number(ticks), 0)

/** Whether there was a process to send it to. */
function send(signal: NodeJS.Signals | 0, pid: number): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

it('workers end with their server, also while they compare: told to stop, or killed', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const server = await serverWithLists()
    expect(childrenOf(server.pid)).toEqual([])
    expect(await compare(server, 'one/three')).toBe(200)
    const workers = childrenOf(server.pid)
    const before = ticksOf(workers)
    const answer = compare(server, 'one/two').catch(() => undefined)
    await expect.poll(() => ticksOf(workers), { interval: 5 }).toBeGreaterThan(before + 2)
    server.child.kill(signal)
    await server.exit
    await expect.poll(() => workers.filter((pid) => send(0, pid))).toEqual([])
    await answer
  }
})

it('a compare whose worker is killed fails, all others are answered, and it can be asked for again', async () => {
  const server = await serverWithLists()
  expect(await compare(server, 'one/three')).toBe(200)
  let isAnswered = false
  const answer = compare(server, 'one/two').finally(() => {
    isAnswered = true
  })
  // None lives long enough to start and to compare.
  while (!isAnswered) {
    for (const pid of childrenOf(server.pid)) send('SIGKILL', pid)
    expect((await fetch(`${server.address}/v1/games`)).status).toBe(200)
  }
  expect(await answer).toBe(500)
  expect(server.log()).toContain('A worker process has ended: SIGKILL')
  expect(await compare(server, 'one/two')).toBe(200)
})
