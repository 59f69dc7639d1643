import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { absentOn, EmbeddedDatabaseError } from './error.ts'

const POLL = 20
const PATIENCE = 5 * 60_000
const O_EXLOCK = 0x20 // BSD and macOS: open(2) takes the lock, or fails at once with O_NONBLOCK

type Unlock = () => Promise<void>

/**
 * Runs `work` while no other process starts, joins or stops the server of this folder. The kernel holds the lock, so
 * that a killed process leaves none behind.
 */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const unlock = await lock(folder)
  try {
    return await work()
  } finally {
    await unlock()
  }
}

async function lock(folder: string): Promise<Unlock> {
  const until = performance.now() + PATIENCE
  while (performance.now() < until) {
    const unlock = await tryLock(folder)
    if (unlock) return unlock
    await delay(POLL)
  }
  throw new EmbeddedDatabaseError(
    `Another process has been starting or stopping the database in ${folder} for minutes. End it and try again.`,
  )
}

function tryLock(folder: string): Promise<Unlock | undefined> {
  const name = `mod-list-catalog-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return listen(`\0${name}`) // the abstract namespace: a name, not a file
  if (process.platform === 'win32') return listen(`\\\\.\\pipe\\${name}`)
  return openLocked(join(folder, 'postgres.lock'))
}

/** A name that is listened on is taken until its process ends. */
function listen(path: string): Promise<Unlock | undefined> {
  const server = createServer((socket) => socket.destroy())
  const taken = new Promise<Unlock>((resolve, reject) => {
    server.once('error', reject)
    // Not exclusive, workers of one cluster would share the name.
    server.listen({ path, exclusive: true }, () => resolve(() => new Promise((done) => server.close(() => done()))))
  })
  return taken.catch(absentOn('EADDRINUSE'))
}

async function openLocked(path: string): Promise<Unlock | undefined> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK
  const file = await open(path, flags, 0o600).catch(absentOn('EAGAIN'))
  return file && (() => file.close())
}
