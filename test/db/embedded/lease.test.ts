import { expect, it, onTestFinished } from 'vitest'
import { openEmbeddedDatabase } from '../../../src/db/embedded/embedded.ts'
import { placesOf } from '../../../src/db/embedded/files.ts'
import { enter, leave, servesFolder } from '../../../src/db/embedded/lease.ts'
import { newDataDir } from './holders.ts'

it('a server is known from that of another folder, even of a copy', async () => {
  const [dataDir, otherDir] = [await newDataDir(), await newDataDir()]
  const [one, other] = await Promise.all([dataDir, otherDir].map((dir) => openEmbeddedDatabase(dir, { fsync: false })))
  onTestFinished(async () => void (await Promise.all([one?.release(), other?.release()])))
  const { port, password } = new URL(one?.url ?? '')
  const presence = await enter(Number(port), password)
  if (typeof presence === 'string') throw new Error(`The server is ${presence}.`)

  expect(await servesFolder(presence, await placesOf(dataDir))).toBe(true)
  expect(await servesFolder(presence, await placesOf(otherDir))).toBe(false)
  await leave(presence)
  await presence.gone
  expect(await enter(1, password)).toBe('deaf')
})
