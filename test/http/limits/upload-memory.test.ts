import { describe, expect, it } from 'vitest'
import { createUploadMemory } from '../../../src/http/limits/upload-memory.ts'

/** Whether a promise is still open when everything that could settle it has run. */
async function waits(promise: Promise<void>): Promise<boolean> {
  let isOpen = true
  promise.then(
    () => {
      isOpen = false
    },
    () => {
      isOpen = false
    },
  )
  await new Promise(setImmediate)
  return isOpen
}

describe('the memory of uploads', () => {
  it('has later uploads wait where there is no room, and go on as soon as there is', async () => {
    const memory = createUploadMemory(100)
    const [first, second, third] = [memory.open(), memory.open(), memory.open()]
    await first.take(60)
    await second.take(40)

    const waiting = third.take(30)
    expect(await waits(waiting)).toBe(true)
    second.free()
    await waiting
    const tooMuch = third.take(20)
    expect(await waits(tooMuch)).toBe(true)
    first.free()
    await tooMuch
  })

  it('never has the oldest upload wait, so that one goes on whatever the others hold', async () => {
    const memory = createUploadMemory(100)
    const [first, second] = [memory.open(), memory.open()]
    await second.take(90)
    await first.take(500)

    const waiting = second.take(1)
    expect(await waits(waiting)).toBe(true)
    first.free()
    await waiting
  })

  it('refuses an upload that has waited for too long, and leaves the room to others', async () => {
    const memory = createUploadMemory(100, 1)
    const [first, second, third] = [memory.open(), memory.open(), memory.open()]
    await first.take(100)

    await expect(second.take(50)).rejects.toMatchObject({ kind: 'unavailable' })
    second.free()
    first.free()
    await third.take(100)
  })

  it('holds nothing for a client that has gone while it waited, and gives back no share twice', async () => {
    const memory = createUploadMemory(100)
    const [first, gone, third, fourth] = [memory.open(), memory.open(), memory.open(), memory.open()]
    await first.take(80)
    const waiting = gone.take(50)
    gone.free()
    await waiting
    await gone.take(50)

    first.free()
    first.free()
    await third.take(60)
    expect(await waits(fourth.take(50))).toBe(true)
    await fourth.take(40)
  })
})
