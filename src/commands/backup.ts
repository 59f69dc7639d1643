import { open, rename, rm } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
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
            ? exportCatalog(context, process.stdout, progress)
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
            ? importCatalog(context, process.stdin, progress)
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
    const handle = await open(part, 'w', 0o600) // it holds private lists
    const result = await write(handle.createWriteStream({ flush: true })).finally(() => handle.close())
    await rename(part, file)
    return result
  } catch (fault) {
    await rm(part, { force: true }).catch(() => {})
    throw explained(fault, file)
  }
}

async function readFrom<T>(file: string, read: (source: Readable) => Promise<T>): Promise<T> {
  try {
    const handle = await open(file)
    return await read(handle.createReadStream()).finally(() => handle.close())
  } catch (fault) {
    throw explained(fault, file)
  }
}

/** What the file system has against a file is told without a stack. */
function explained(fault: unknown, file: string): unknown {
  const isOfFile = fault instanceof Error && 'syscall' in fault && 'code' in fault
  return isOfFile ? new CatalogError('invalid', `${file} can't be used: ${fault.message}`) : fault
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
