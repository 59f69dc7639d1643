import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLocked } from '../../../src/db/embedded/folder.ts'

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'lock')
}

async function mustLock(path: string): Promise<number> {
  const descriptor = await openLocked(path)
  if (descriptor === undefined) throw new Error('The file is locked.')
  return descriptor
}

/** Starts a process that inherits `descriptor` or nothing. */
function startHolder(descriptor: number | 'ignore') {
  const child = spawn('/bin/sleep', ['600'], { stdio: ['ignore', descriptor, 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

it('a lock is taken by one of many simultaneous attempts, and is free once it is closed', async () => {
  const path = await newFile()
  for (let round = 0; round < 5; round++) {
    const attempts = await Promise.all(Array.from({ length: 8 }, () => openLocked(path)))
    const held = attempts.filter((descriptor) => descriptor !== undefined)
    expect(held).toHaveLength(1)
    for (const descriptor of held) closeSync(descriptor)
  }
})

it('a lock is held until the process that inherited it ends', async () => {
  const path = await newFile()
  const descriptor = await mustLock(path)
  const child = startHolder(descriptor)
  closeSync(descriptor)
  expect(await openLocked(path)).toBeUndefined()

  child.kill('SIGKILL')
  await once(child, 'exit')
  closeSync(await mustLock(path))
})

it('a lock is not inherited by other child processes', async () => {
  const path = await newFile()
  const descriptor = await mustLock(path)
  const child = startHolder('ignore')
  closeSync(descriptor)

  closeSync(await mustLock(path))
  expect(child.exitCode).toBeNull()
})
