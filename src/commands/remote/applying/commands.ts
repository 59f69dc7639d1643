import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { nexusDomain } from '../../../games/nexus.ts'
import { data, ListDetail } from '../../../lists/schemas.ts'
import { loadOrderChanges } from '../../../load-order/comparing/changes.ts'
import { keyOf } from '../../../load-order/key.ts'
import { type FileContent, type Merged, mergeLists } from '../../../load-order/merging/merge.ts'
import { CHANGE_KINDS, type ChangeKind, type Take, type TakenKinds } from '../../../load-order/merging/take.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { isChanges } from '../../../load-order/rendering/sentence.ts'
import { counted } from '../../../text/amounts.ts'
import { decodeText } from '../../../text/encoding.ts'
import { harmless } from '../../../text/harmless.ts'
import type { Ending, Terminal } from '../../terminal.ts'
import { ClientError } from '../api.ts'
import { apisOf, type Connection, overHttp } from '../connection.ts'
import { detailPath, listPlace, sourceOf } from '../sources.ts'
import { replaceFiles, undoNewest } from './files.ts'
import { isModOrganizerRunning } from './mod-organizer.ts'

interface ApplyOptions extends Connection {
  take: ChangeKind[]
  mod?: string[]
  plugins: boolean
  yes: boolean
  undo: boolean
}

/** Exit status if the changes were only shown. */
const SHOWN = 1

/** Adds the command that applies the changes of a list to the folder of a profile. */
export function addApplyCommand(
  cli: Command,
  { print, complain, environment, isTerminal }: Terminal,
  ending: Ending,
): void {
  const apiFor = apisOf(environment)
  const say = (text: string) => print(harmless(text))

  overHttp(cli.command('apply <list> <folder>'))
    .description(
      'apply changes of a list to the folder of your profile; shows them and asks first. Keeps copies of the old files as NAME.before-apply-DATE. Status 1: nothing was changed',
    )
    .option('--take <kinds>', `some of ${CHANGE_KINDS.join(',')} (default: all)`, parseKinds, [...CHANGE_KINDS])
    .option('--mod <name>', 'only changes of this mod; can be repeated', (name: string, names: string[] = []) => [
      ...names,
      name,
    ])
    .option('--plugins', 'also apply changes of plugins', false)
    .option('--yes', 'do not ask', false)
    .option('--undo', 'restore the newest copies instead', false)
    .action(async (list: string, folder: string, options: ApplyOptions) => {
      if (await isModOrganizerRunning()) {
        throw new ClientError('Mod Organizer is running, and would overwrite the files. Close it, then try again.')
      }
      if (options.undo) return say(`Restored: ${(await undoNewest(folder)).join(', ')}.`)
      const { slug, server } = listPlace(list)
      const { data: detail } = await apiFor(options, server).get(detailPath(slug), data(ListDetail))
      const other = sourceOf(detail).files.map(({ name, text }) => ({ name, content: Buffer.from(text) }))
      const base = await readBase(folder)
      const merged = mergeLists(base, other, takeOf(base, other, options), nexusDomain(detail.game.id))
      if ('errors' in merged) throw new ClientError(Object.values(merged.errors).flat().join(' '))
      say(summaryOf(merged))
      if (merged.files.length === 0) return
      if (!options.yes && !(isTerminal === true && (await isAgreed()))) {
        complain('Nothing was changed. Add --yes to apply the changes.')
        ending.done = SHOWN
        return
      }
      const copies = await replaceFiles(folder, merged.files, new Date())
      say(`Changed ${merged.files.map(({ name }) => name).join(', ')}. The old files are ${copies.join(', ')}.`)
    })
}

function parseKinds(text: string): ChangeKind[] {
  const kinds = text.split(',').map((kind) => CHANGE_KINDS.find((known) => known === kind.trim()))
  if (!kinds.every((kind) => kind !== undefined))
    throw new InvalidArgumentError(`Expected some of ${CHANGE_KINDS.join(',')}.`)
  return kinds
}

/** Reads the files of the folder that can change. */
async function readBase(folder: string): Promise<FileContent[]> {
  const names = ['modlist.txt', 'plugins.txt', 'loadorder.txt']
  const files = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
        throw new ClientError(`${join(folder, name)} can't be read: ${error.code}.`)
      })
      return content && { name, content }
    }),
  )
  const found = files.filter((file) => file !== undefined)
  if (found.length === 0) throw new ClientError(`${folder} has none of ${names.join(', ')}.`)
  return found
}

/** Returns what the options choose. Throws if no chosen kind of change has a mod of that name. */
function takeOf(
  base: readonly FileContent[],
  other: readonly FileContent[],
  { take, mod, plugins }: ApplyOptions,
): Take {
  const all: TakenKinds = Object.fromEntries(take.map((kind) => [kind, true]))
  if (mod === undefined) return { mods: all, ...(plugins && { plugins: all }) }
  const read = (files: readonly FileContent[]) =>
    readLoadOrder(files.map(({ name, content }) => ({ name, text: decodeText(content) })))
  const { mods } = loadOrderChanges(read(base), read(other), [])
  const keys = new Set(mod.map(keyOf))
  const chosen: TakenKinds = {}
  for (const kind of take) {
    const names = isChanges(mods) ? mods[kind].map(({ name }) => name) : []
    chosen[kind] = names.filter((name) => keys.has(keyOf(name)))
  }
  const found = new Set(Object.values(chosen).flatMap((names) => (Array.isArray(names) ? names.map(keyOf) : [])))
  const unknown = mod.filter((name) => !found.has(keyOf(name)))
  if (unknown.length > 0) throw new ClientError(`No such change: ${unknown.join(', ')}.`)
  return { mods: chosen, ...(plugins && { plugins: all }) }
}

function summaryOf({ files, taken, toInstall }: Merged): string {
  const lines = (['mods', 'plugins'] as const).flatMap((part) =>
    CHANGE_KINDS.flatMap((kind) => (taken[part][kind] > 0 ? [`${part} ${kind}: ${taken[part][kind]}`] : [])),
  )
  const install = toInstall.map(
    ({ name, version, source }) => `  ${[name, version, source].filter(Boolean).join('  ')}`,
  )
  return [
    ...lines,
    files.length === 0
      ? 'No file changes.'
      : `${counted(files.length, 'file')} to change: ${files.map(({ name }) => name).join(', ')}`,
    ...(install.length > 0 ? ['Install first:', ...install] : []),
  ].join('\n')
}

async function isAgreed(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question('Apply? [y/N] ')).trim())
  } finally {
    lines.close()
  }
}
