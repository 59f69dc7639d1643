import { spawnSync } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { store } from '../../support/faults/traffic.ts'
import { kill, newDataDir, postmasterOf } from '../../support/processes/embedded-clients.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { namesOf, startCommand, startProgram, startServer, wordsOf } from '../../support/processes/programs.ts'

/** Command that runs a program with separate process ids, network and System V memory, as a container does. */
const CONTAINER = ['unshare', '--pid', '--fork', '--net', '--ipc', '--mount-proc', '--kill-child']
const hasContainers = spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status === 0

const inContainer = (DATA_DIR: string, PORT: number) =>
  startCommand([...CONTAINER, 'sh', '-c', 'ip link set lo up; "$@"', 'sh', ...wordsOf('server')], {
    DATA_DIR,
    PORT: String(PORT),
  })

const OTHERS = /is used by a server \(.*, process \d+\)\.\n.*set DATA_DIR/

/** Returns what a refused start must not change. */
async function stateOf(dataDir: string) {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const address = await readFile(join(dataDir, 'postgres.address'), 'utf8')
  return {
    names: await readdir(dataDir),
    address,
    pidFile: await readFile(pidFile, 'utf8'),
    changed: (await stat(pidFile)).mtimeMs,
  }
}

describe('a data folder of a server in another container', () => {
  it.skipIf(!hasContainers)('is refused by a second server with a clear message, and not changed', async () => {
    const DATA_DIR = await newDataDir()
    const server = await startServer({ DATA_DIR })
    await store(server, 'Kept', { 'modlist.txt': '+A mod\r\n' })
    const before = await stateOf(DATA_DIR)

    const { status, err } = await inContainer(DATA_DIR, await freePort()).exit
    expect([status, err]).toEqual([1, expect.stringMatching(OTHERS)])
    expect(await stateOf(DATA_DIR)).toEqual(before)
    await store(server, 'Later', { 'modlist.txt': '+A mod\r\n' })
  })

  it.skipIf(!hasContainers)('is also refused by a command outside the container', async () => {
    const DATA_DIR = await newDataDir()
    const { child } = inContainer(DATA_DIR, await freePort())
    const isReady = () =>
      readFile(join(DATA_DIR, 'postgres.address'), 'utf8').then(
        (text) => text.includes('url'),
        () => false,
      )
    await expect.poll(isReady, { timeout: 300_000 }).toBe(true)

    const { status, err } = await startProgram('cli', { DATA_DIR }, ['user', 'list']).exit
    expect([status, err]).toEqual([1, expect.stringMatching(OTHERS)])
    await kill(child)
  })

  it.skipIf(!hasContainers)(
    'can be used as soon as the container is killed, regardless of its stale process ids',
    async () => {
      const DATA_DIR = await newDataDir()
      const { child } = inContainer(DATA_DIR, await freePort())
      await expect.poll(() => postmasterOf(DATA_DIR), { timeout: 300_000 }).toBeDefined()
      await kill(child)

      const recreated = inContainer(DATA_DIR, await freePort())
      await expect.poll(recreated.log, { timeout: 300_000 }).toContain('Server listening')
      await kill(recreated.child)

      expect(await namesOf(await startServer({ DATA_DIR }))).toEqual([])
    },
  )
})
