import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import type { Readable, Stream, Writable } from 'node:stream'
import { type Header, rowsOf } from '../backup/format.ts'
import { exportCatalog, importCatalog, noteCheckedBackup } from '../backup/service.ts'
import { CatalogError } from '../errors.ts'
import { counted } from '../text/amounts.ts'
import type { CatalogCommand } from './catalog-command.ts'
import { targetOf } from './link-target.ts'
import { withProgressBar } from './terminal.ts'

const STANDARD = '-'

const progressLine = (bar: string, done: number, all: number) => `${bar} | ${done} of ${all}`

export function addBackupCommands(cli: CatalogCommand): void {
  const { terminal } = cli
  cli
    .command('export <file>')
    .description("write users, tokens' hashes, lists and files into a backup (- is standard output)")
    .reads(async (context, file: string) => {
      const counts = await withProgressBar(terminal.progress, progressLine, (progress) =>
        writeTo(file, (target) => exportCatalog(context, target, progress)),
      )
      const summary = `Exported ${summaryOf(counts)}.`
      if (file !== STANDARD) return summary
      terminal.complain(summary)
    })
  cli
    .command('import <file>')
    .description('read a backup into a new database (- is standard input)')
    .writes(async (context, file: string) => {
      const counts = await withProgressBar(terminal.progress, progressLine, (progress) =>
        readFrom(file, (source) => importCatalog(context, source, progress)),
      )
      return `Imported ${summaryOf(counts)}.`
    }, 'leave')
  cli
    .command('backup')
    .description('backups of the catalog')
    .command('checked')
    .description('note that a backup was made and read again now, so that /metrics has its age')
    .writes(async ({ db, clock }) => {
      await noteCheckedBackup(db, clock())
      return 'Noted.'
    })
}

/** Writes a backup. A regular file is replaced when the new one is complete; a device or a pipe is written directly. */
async function writeTo<T>(file: string, write: (target: Writable) => Promise<T>): Promise<T> {
  if (file === STANDARD) return named('Standard output', process.stdout, write)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || found.isFile()) return replaceFile(await targetOf(file).catch(unusable(file)), write)
  const handle = await open(file, 'w').catch(unusable(file))
  return named(file, handle.createWriteStream(), write).finally(() => handle.close())
}

/** Writes to a new file of its own, and renames it to `file`. `wx` refuses a file or a link that exists already. */
async function replaceFile<T>(file: string, write: (target: Writable) => Promise<T>): Promise<T> {
  const part = `${file}.${randomUUID()}.part`
  const handle = await open(part, 'wx', 0o600).catch(unusable(file)) // only its owner may read private lists
  try {
    const result = await named(file, handle.createWriteStream({ flush: true }), write).finally(() => handle.close())
    await rename(part, file).catch(unusable(file))
    return result
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

async function readFrom<T>(file: string, read: (source: Readable) => Promise<T>): Promise<T> {
  if (file === STANDARD) return named('Standard input', process.stdin, read)
  const handle = await open(file).catch(unusable(file))
  return named(file, handle.createReadStream(), read).finally(() => handle.close())
}

/** Runs `work` on a stream. An error of the stream itself is reported with the stream's name. */
async function named<S extends Stream, T>(name: string, stream: S, work: (stream: S) => Promise<T>): Promise<T> {
  let ownError: unknown
  const note = (error: unknown) => {
    ownError ??= error
  }
  stream.on('error', note)
  try {
    return await work(stream)
  } catch (error) {
    throw error === ownError ? unusable(name)(error) : error
  } finally {
    stream.off('error', note)
  }
}

/** Returns a handler that reports an error of the file system in one line with the file's name. */
const unusable =
  (name: string) =>
  (error: unknown): never => {
    if (!(error instanceof Error && 'code' in error) || error.name === 'AbortError') throw error
    if (error.code === 'EPIPE') throw new CatalogError('invalid', `${name} was closed before the end of the backup.`)
    throw new CatalogError('invalid', `${name} can't be used: ${error.message}`)
  }

function summaryOf(header: Header): string {
  const part = (table: string, noun: string) => counted(rowsOf(header, table), noun)
  return `${part('users', 'user')}, ${part('api_tokens', 'token')}, ${part('lists', 'list')} and ${part('files', 'file')}`
}
