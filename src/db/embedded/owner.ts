import { readFile, readlink, rename, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { DataFolder } from './data-folder.ts'
import { EmbeddedDatabaseError, undefinedOn } from './error.ts'

/**
 * The owner of a data folder: the process that runs PostgreSQL on it. It writes this to `postgres.address`, and deletes
 * the file when it stops. A file that is left behind shows that the owner was killed.
 */
export interface Owner {
  pid: number
  host: string
  /** Equal for all processes that reach each other at 127.0.0.1. */
  place: string
  /** The port of PostgreSQL, once others may connect. They never connect to a command's, because it ends too soon. */
  port?: number
}

export async function readOwner({ address }: DataFolder): Promise<Owner | undefined> {
  const text = await readFile(address, 'utf8').catch(undefinedOn('ENOENT'))
  return text === undefined ? undefined : (JSON.parse(text) as Owner)
}

export async function writeOwner({ address }: DataFolder, owner: Owner): Promise<void> {
  await writeFile(`${address}.new`, JSON.stringify(owner), { mode: 0o600, flush: true })
  await rename(`${address}.new`, address)
}

/** Describes this process. Machines differ in the id of their last boot, and containers in their network. */
export async function thisProcess(): Promise<Owner> {
  const host = hostname()
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => host)
  const network = await readlink('/proc/self/ns/net').catch(() => '')
  return { pid: process.pid, host, place: `${boot.trim()} ${network}` }
}

export function ownedElsewhere({ path }: DataFolder, { host, pid }: Owner): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data folder ${path} is used by a server on another machine or container (${host}, process ${pid}).\n` +
      'Stop that server, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL that both can reach.',
  )
}
