import { expect, it, onTestFinished } from 'vitest'
import { openDataFolder } from '../../../src/db/embedded/data-folder.ts'
import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'
import { acquireLease, releaseLease, servesFolder } from '../../../src/db/embedded/lease.ts'
import { newDataDir } from './clients.ts'

it('tells the server of a folder from that of another', async () => {
  const [dataDir, otherDir] = [await newDataDir(), await newDataDir()]
  const [one, other] = await Promise.all([dataDir, otherDir].map((dir) => openEmbeddedDatabase(dir, { fsync: false })))
  onTestFinished(async () => void (await Promise.all([one?.release(), other?.release()])))
  const { port, password } = new URL(one?.url ?? '')
  const lease = await acquireLease(Number(port), password)
  if (typeof lease === 'string') throw new Error(`The server is ${lease}.`)

  expect(await servesFolder(lease, await openDataFolder(dataDir))).toBe(true)
  expect(await servesFolder(lease, await openDataFolder(otherDir))).toBe(false)
  await releaseLease(lease)
  await lease.ended
  expect(await acquireLease(1, password)).toBe('refused')
})
