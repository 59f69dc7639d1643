import { open, rename, rm } from 'node:fs/promises'
import type { Readable, Stream, Writable } from 'node:stream'
import { SingleBar } from 'cli-progress'
import type { Command } from 'commander'
import type { Counts } from '../backup/format.ts'
import { exportCatalog, importCatalog, type Progress } from '../backup/service.ts'
import { CatalogError } from '../errors.ts'
import { onCatalog, type Terminal } from './terminal.ts'

/** In place of a file's name: standard output or input. */
const STANDARD = '-'

/** Adds the commands that carry a whole catalog from one database to another. */
export function addBackupCommands(cli: Command, terminal: Terminal): void {
  cli
    .command('export <file>')
    .description("write users, tokens' hashes, lists and files into a backup (- is standard output)")
    .action(
      onCatalog(terminal, async (context, file: string) => {
        const counts = await withBar((progress) =>
          file === STANDARD
            ? named('Standard output', process.stdout, (target) => exportCatalog(context, target, progress))
            : replaceFile(file, (target) => exportCatalog(context, target, progress)),
        )
        const told = `Exported ${summary(counts)}.`
        if (file !== STANDARD) return told
        terminal.complain(told)
      }),
    )
  cli
    .command('import <file>')
    .description('read a backup into an empty catalog (- is standard input)')
    .action(
      onCatalog(terminal, async (context, file: string) => {
        const counts = await withBar((progress) =>
          file === STANDARD
            ? named('Standard input', process.stdin, (source) => importCatalog(context, source, progress))
            : readFrom(file, (source) => importCatalog(context, source, progress)),
        )
        return `Imported ${summary(counts)}.`
      }),
    )
}

/** Makes a file that takes its place when it is whole: a backup that fails leaves the one of before. */
async function replaceFile<T>(file: string, write: (target: Writable) => Promise<T>): Promise<T> {
  const part = `${file}.part`
  try {
    const handle = await open(part, 'w', 0o600).catch(unusable(file)) // it holds private lists
    const result = await named(file, handle.createWriteStream({ flush: true }), write).finally(() => handle.close())
    await rename(part, file).catch(unusable(file))
    return result
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

async function readFrom<T>(file: string, read: (source: Readable) => Promise<T>): Promise<T> {
  const handle = await open(file).catch(unusable(file))
  return named(file, handle.createReadStream(), read).finally(() => handle.close())
}

/** What a stream itself has against being read or written is told with its name. */
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

/** Throws what the file system has against a file without a stack. */
const unusable =
  (name: string) =>
  (error: unknown): never => {
    if (!(error instanceof Error && 'code' in error) || error.name === 'AbortError') throw error
    if (error.code === 'EPIPE') throw new CatalogError('invalid', `${name} was closed before the end of the backup.`)
    throw new CatalogError('invalid', `${name} can't be used: ${error.message}`)
  }

/** Shows how far the work is, on a terminal and nowhere else. */
async function withBar<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value} of {total} | {eta_formatted}',
    clearOnComplete: true,
  })
  let isShown = false
  try {
    return await work((done, all) => {
      if (!isShown) bar.start(all, 0)
      isShown = true
      bar.update(done)
    })
  } finally {
    bar.stop()
  }
}

const summary = ({ users, tokens, lists, files }: Counts) =>
  `${users} users, ${tokens} tokens, ${lists} lists and ${files} files`
