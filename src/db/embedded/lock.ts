import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { close, constants, open as openDescriptor } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'

// Locks of a data folder.
//
// Problem: two PostgreSQL servers on one cluster destroy it. Node has no file locks, and process ids and ports prove
// nothing, because they mean something else in another container.
// Approach: a lock is a named pipe in the folder that its holder keeps open for reading. The kernel refuses to open a
// pipe for writing (ENXIO) when no process has it open for reading, whichever container the processes are in. A child
// process that inherits the file descriptor holds the lock, too. Each attempt creates a pipe with a unique name and
// then looks for others. Of two simultaneous attempts, at least one sees the other and gives up.
// Guarantee: a lock has at most one holder on a machine, and does not outlive the processes that hold it.
// Tests: test/db/embedded/lock.test.ts; between containers test/db/embedded/containers.slow.test.ts.

export interface Lock {
  /** File descriptors that pass the lock on to a child process. Empty on Windows. */
  inherited: number[]
  /** Closes the lock in this process. Child processes that inherited it still hold it. */
  release(): Promise<void>
}

/**
 * Takes the lock of this name, or returns undefined if another process holds it or tries to take it at the same time.
 */
export async function tryLock(folder: string, name: string): Promise<Lock | undefined> {
  if (process.platform === 'win32') return listenOnPipe(folder, name)
  if (await isLocked(folder, name)) return undefined

  const id = randomBytes(8).toString('hex')
  const draft = join(folder, `postgres.new-lock-${id}`)
  await promisify(execFile)('mkfifo', ['-m', '600', draft]).catch(({ message, stderr }) => {
    throw new EmbeddedDatabaseError(`The data folder ${folder} can't be locked: ${stderr?.trim() || message}`)
  })
  // A plain file descriptor, because the garbage collector closes a FileHandle.
  const reader = await promisify(openDescriptor)(draft, constants.O_RDONLY | constants.O_NONBLOCK)
  const release = async () => {
    await promisify(close)(reader)
    await isLocked(folder, name) // removes the pipe, unless a child process still holds it
  }
  // The pipe gets its name only after it was opened, because other processes remove pipes that are not open.
  const isNamed = await rename(draft, join(folder, `${name}.${id}`)).then(
    () => true,
    undefinedOn('ENOENT'), // the new owner of the folder has removed it
  )
  if (isNamed && !(await isLocked(folder, name, id))) return { inherited: [reader], release }
  await release()
  return undefined
}

/** Whether any process holds a lock of this name, apart from the one with this id. Removes pipes of dead processes. */
async function isLocked(folder: string, name: string, ownId?: string): Promise<boolean> {
  const pipes = (await readdir(folder)).filter((file) => file.startsWith(`${name}.`) && file !== `${name}.${ownId}`)
  const held = await Promise.all(pipes.map((file) => isOpen(join(folder, file))))
  return held.includes(true)
}

/** Whether a process has the pipe open. Removes the pipe if not. */
async function isOpen(pipe: string): Promise<boolean> {
  const writer = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch(undefinedOn('ENXIO', 'ENOENT'))
  await (writer ? writer.close() : rm(pipe, { force: true }))
  return writer !== undefined
}

/** Takes the lock on Windows, where named pipes are not in folders. A name is taken while a process listens on it. */
async function listenOnPipe(folder: string, name: string): Promise<Lock | undefined> {
  const hash = createHash('sha256').update(`${folder} ${name}`).digest('hex').slice(0, 32)
  const server = createServer((socket) => socket.destroy())
  const listening = new Promise<Lock>((resolve, reject) => {
    const release = () => new Promise<void>((done) => void server.close(() => done()))
    server.once('error', reject)
    server.listen({ path: `\\\\.\\pipe\\mod-list-catalog-${hash}`, exclusive: true }, () =>
      resolve({ inherited: [], release }),
    )
  })
  return listening.catch(undefinedOn('EADDRINUSE'))
}
