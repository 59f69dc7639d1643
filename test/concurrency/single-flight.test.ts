import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSingleFlight } from '../../src/concurrency/single-flight.ts'
import { ClientGone } from '../../src/errors.ts'

it('a single flight is started again by another caller when the client of the first one has disconnected', async () => {
  const once = createSingleFlight<string>()
  const first = once('a', async () => {
    await setImmediate()
    throw new ClientGone()
  })
  const others = [once('a', async () => 'own'), once('a', async () => 'own too')]
  await expect(first).rejects.toThrow('disconnected')
  expect(await Promise.all(others)).toEqual(['own', 'own'])
})
