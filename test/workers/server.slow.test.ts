import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cpuSeconds } from '../../bench/support/processes.ts'
import { startOwnServer } from '../support/database/own.ts'
import { store } from '../support/faults/traffic.ts'
import { childrenOf, signal } from '../support/processes/children.ts'
import type { ServerProcess } from '../support/processes/programs.ts'

/** Returns files that take a while to compare, with different content for each name. */
const slowFiles = (name: string, file: string): Record<string, string> =>
  Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.txt`, `a\n${name}\n${file}\n${at}\n`.repeat(80_000)]))

/** Starts a server with three lists, of which `one` and `two` take a while to compare. */
async function serverWithLists(): Promise<ServerProcess & { pid: number }> {
  const server = await startOwnServer()
  await store(server, 'One', slowFiles('b', 'c'))
  await store(server, 'Two', slowFiles('c', 'b'))
  await store(server, 'Three', { 'a.txt': 'a\n' })
  return { ...server, pid: server.child.pid ?? 0 }
}

async function compare({ address }: ServerProcess, pair: string): Promise<number> {
  const answer = await fetch(`${address}/v1/compare/${pair}`)
  await answer.arrayBuffer()
  return answer.status
}

/** Returns the CPU seconds that these processes have used. */
const secondsOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)

it('workers end with their server, even during a comparison, after SIGTERM and SIGKILL', async () => {
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    const server = await serverWithLists()
    expect(childrenOf(server.pid)).toEqual([])
    expect(await compare(server, 'one/three')).toBe(200)
    const workers = childrenOf(server.pid)
    const before = secondsOf(workers)
    const answer = compare(server, 'one/two').catch(() => undefined)
    await expect.poll(() => secondsOf(workers), { interval: 5 }).toBeGreaterThan(before + 0.02)
    server.child.kill(name)
    await server.exit
    await expect.poll(() => workers.filter((pid) => signal(pid, 0))).toEqual([])
    await answer
  }
})

it('a comparison whose worker is killed fails with 500, other requests succeed, and it can be repeated', async () => {
  const server = await serverWithLists()
  expect(await compare(server, 'one/three')).toBe(200)
  let isAnswered = false
  const answer = compare(server, 'one/two').finally(() => {
    isAnswered = true
  })
  // Workers are killed before they can start and compare.
  while (!isAnswered) {
    for (const pid of childrenOf(server.pid)) signal(pid, 'SIGKILL')
    expect((await fetch(`${server.address}/v1/games`)).status).toBe(200)
  }
  expect(await answer).toBe(500)
  expect(server.log()).toContain('A worker process has ended: SIGKILL')
  expect(await compare(server, 'one/two')).toBe(200)
})

it.skipIf(process.platform !== 'linux')('workers are the first that Linux kills if no memory is left', async () => {
  const server = await serverWithLists()
  expect(await compare(server, 'one/three')).toBe(200)
  const scoreOf = (pid: number) => Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'))
  const workers = childrenOf(server.pid)
  expect(workers.length).toBeGreaterThan(0)
  await expect.poll(() => workers.filter((pid) => scoreOf(pid) !== 1000)).toEqual([]) // one may have just started
  expect(scoreOf(server.pid)).toBeLessThan(1000)
})
