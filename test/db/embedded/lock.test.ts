import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tryLock } from '../../../src/db/embedded/lock.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a process that inherits the given file descriptors of a lock. */
function startHolder(inherited: number[]) {
  const child = spawn('/bin/sleep', ['600'], { stdio: ['ignore', 'ignore', 'ignore', ...inherited] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

it('a lock is refused while another holder has it, and leaves no file when it is released', async () => {
  const folder = await newFolder()
  const lock = await tryLock(folder, 'a')
  expect(lock).toBeDefined()
  expect(await tryLock(folder, 'a')).toBeUndefined()
  const other = await tryLock(folder, 'b')
  expect(other).toBeDefined()

  await lock?.release()
  const next = await tryLock(folder, 'a')
  expect(next).toBeDefined()
  await Promise.all([next?.release(), other?.release()])
  expect(await readdir(folder)).toEqual([])
})

it('a lock is taken by at most one of many simultaneous attempts', async () => {
  const folder = await newFolder()
  for (let round = 0; round < 20; round++) {
    const locks = await Promise.all(Array.from({ length: 8 }, () => tryLock(folder, 'a')))
    const held = locks.filter((lock) => lock !== undefined)
    expect(held.length).toBeLessThanOrEqual(1)
    for (const lock of held) await lock.release()
  }
  expect(await readdir(folder)).toEqual([])
})

it('a lock is held until the process that inherited it ends', async () => {
  const folder = await newFolder()
  const lock = await tryLock(folder, 'a')
  const child = startHolder(lock?.inherited ?? [])
  await lock?.release()
  expect(await tryLock(folder, 'a')).toBeUndefined()

  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await tryLock(folder, 'a')
  expect(next).toBeDefined()
  await next?.release()
})

it('a lock is not inherited by other child processes', async () => {
  const folder = await newFolder()
  const lock = await tryLock(folder, 'a')
  const child = startHolder([])
  await lock?.release()

  const next = await tryLock(folder, 'a')
  expect(next).toBeDefined()
  expect(child.exitCode).toBeNull()
  await next?.release()
})
