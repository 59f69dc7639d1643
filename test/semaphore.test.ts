import { expect, it } from 'vitest'
import { createGate } from '../../src/compare/gate.ts'

it('lets so many in, and the next when one leaves, in order of arrival', async () => {
  const gate = createGate({ inside: 1, waiting: 2 })
  const order: string[] = []
  const leave = await gate.enter()
  const second = gate.enter().then((leaveNow) => {
    order.push('second')
    return leaveNow
  })
  const third = gate.enter().then(() => order.push('third'))
  expect(gate.counts()).toEqual({ inside: 1, waiting: 2 })

  leave()
  const leaveSecond = await second
  expect(gate.counts()).toEqual({ inside: 1, waiting: 1 })
  leaveSecond()
  await third
  expect(order).toEqual(['second', 'third'])
})

it('turns away whoever comes when the line is full', async () => {
  const gate = createGate({ inside: 1, waiting: 1 })
  await gate.enter()
  gate.enter()
  await expect(gate.enter()).rejects.toMatchObject({ kind: 'unavailable' })
})

it('forgets who gives up, and lets in the next instead', async () => {
  const gate = createGate({ inside: 1, waiting: 2 })
  const leave = await gate.enter()
  const patience = new AbortController()
  const impatient = gate.enter(patience.signal)
  const patient = gate.enter(new AbortController().signal)
  patience.abort(new Error('gone'))
  await expect(impatient).rejects.toThrow('gone')
  await expect(gate.enter(patience.signal)).rejects.toThrow('gone')

  leave()
  await patient
  expect(gate.counts()).toEqual({ inside: 1, waiting: 0 })
})
