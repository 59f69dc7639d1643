import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'

const POLL_MS = 20
const TIMEOUT_MS = 5 * 60_000
const O_EXLOCK = 0x20 // BSD and macOS: open(2) takes a lock with it, and with O_NONBLOCK fails at once if it can't

type Unlock = () => Promise<void>

/**
 * Runs `work` while no other process does so for this folder: of those that start, join, leave or stop its server at the
 * same time, each finds what the one before it left. The kernel holds the lock and frees it when the process ends in
 * whatever way, so that none is ever stale. Lock files that are refreshed by a timer, as npm packages offer, can be taken
 * over from a process that is only slow, and after a kill -9 the next start would wait for them to expire.
 */
export async function withInterprocessLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const unlock = await lock(folder)
  try {
    return await work()
  } finally {
    await unlock()
  }
}

async function lock(folder: string): Promise<Unlock> {
  const deadline = performance.now() + TIMEOUT_MS
  while (performance.now() < deadline) {
    const unlock = await tryLock(folder)
    if (unlock) return unlock
    await delay(POLL_MS)
  }
  throw new EmbeddedDatabaseError(
    `Another process has been starting or stopping the database in ${folder} for minutes. End it and try again.`,
  )
}

function tryLock(folder: string): Promise<Unlock | undefined> {
  const name = `mod-list-catalog-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return listen(`\0${name}`) // an abstract socket: a name without a file
  if (process.platform === 'win32') return listen(`\\\\.\\pipe\\${name}`)
  return openLocked(join(folder, 'postgres.lock'))
}

/** No two processes listen on the same name. */
function listen(path: string): Promise<Unlock | undefined> {
  const server = createServer((socket) => socket.destroy())
  const listening = new Promise<Unlock>((resolve, reject) => {
    server.once('error', reject)
    // Without `exclusive`, workers of node:cluster would share it.
    server.listen({ path, exclusive: true }, () => resolve(() => new Promise((done) => server.close(() => done()))))
  })
  return listening.catch(undefinedOn('EADDRINUSE'))
}

async function openLocked(path: string): Promise<Unlock | undefined> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK
  const file = await open(path, flags, 0o600).catch(undefinedOn('EAGAIN'))
  return file && (() => file.close())
}
