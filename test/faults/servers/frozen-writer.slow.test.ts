import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { store } from '../../support/faults/traffic.ts'
import { childrenOf } from '../../support/processes/children.ts'
import { isRunning, newDataDir, postmasterOf } from '../../support/processes/embedded-clients.ts'
import { namesOf, startServer, stop } from '../../support/processes/programs.ts'
import { commandOf } from '../../support/processes/run-folder.ts'

/** How long PostgreSQL can't write what it has in memory: longer than all requests may take to end. */
const FROZEN_MS = 12_000

it('on SIGTERM, a server waits for its embedded PostgreSQL, however slow the disk is', async () => {
  const DATA_DIR = await newDataDir()
  const server = await startServer({ DATA_DIR })
  await store(server, 'Kept', { 'modlist.txt': '+A mod\r\n' })
  const postmaster = (await postmasterOf(DATA_DIR)) ?? 0
  const writer = childrenOf(postmaster).find((pid) => commandOf(pid).includes('checkpointer')) ?? 0
  process.kill(writer, 'SIGSTOP')

  server.child.kill('SIGTERM')
  await delay(FROZEN_MS)
  expect([server.child.exitCode, isRunning(postmaster)]).toEqual([null, true])
  process.kill(writer, 'SIGCONT')
  expect(await server.exit).toMatchObject({ status: 0, err: '' })
  expect([await postmasterOf(DATA_DIR), isRunning(postmaster)]).toEqual([undefined, false])

  const next = await startServer({ DATA_DIR })
  expect(await namesOf(next)).toEqual(['Kept'])
  await stop(next)
})
