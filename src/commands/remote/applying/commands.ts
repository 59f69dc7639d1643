import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Command, InvalidArgumentError } from 'commander'
import { loadOrderChanges } from '../../../load-order/comparing/changes.ts'
import { keyOf } from '../../../load-order/key.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  type Take,
  type TakenKinds,
} from '../../../load-order/merging/compared-lists.ts'
import { leftOutSentence } from '../../../load-order/merging/left-out.ts'
import { type FileContent, type Merged, mergeLists } from '../../../load-order/merging/merge.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { isChanges } from '../../../load-order/rendering/sentence.ts'
import { counted } from '../../../text/amounts.ts'
import { decodeText } from '../../../text/encoding.ts'
import { harmless } from '../../../text/harmless.ts'
import { interruptible } from '../../interruption.ts'
import { type Ending, isAgreed } from '../../terminal.ts'
import { RemoteError } from '../api.ts'
import { type Connection, collect, overHttp, type RemoteTerminal } from '../connection.ts'
import { domainOfProfile } from '../profile/profile.ts'
import { listPlace, loadSource } from '../sources.ts'
import { readProfileFiles, removeLeftovers, replaceFiles, stampOf, undoNewest } from './files.ts'

const NAME = 'ModOrganizer.exe'

/** Reports whether Mod Organizer runs, which would overwrite its profile when it ends. */
export async function isModOrganizerRunning(): Promise<boolean> {
  try {
    if (process.platform === 'win32') {
      const { stdout } = await promisify(execFile)('tasklist', ['/FI', `IMAGENAME eq ${NAME}`, '/NH'])
      return stdout.includes(NAME)
    }
    const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const names = await Promise.all(ids.map((id) => readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')))
    return names.some((name) => name.trim() === NAME.slice(0, 15)) // Linux keeps 15 characters of a name
  } catch {
    return false
  }
}

export async function refuseWhileOpen(): Promise<void> {
  if (!(await isModOrganizerRunning())) return
  throw new RemoteError('Mod Organizer is running, and would overwrite the files. Close it, then try again.')
}

interface ApplyOptions extends Connection {
  take: ChangeKind[]
  mod?: string[]
  plugins: boolean
  yes: boolean
  undo: boolean
}

const SHOWN = 1

export function addApplyCommand(cli: Command, { print, complain, isTerminal, apiFor }: RemoteTerminal, ending: Ending) {
  const say = (text: string) => print(harmless(text))

  overHttp(cli.command('apply'))
    .usage('[options] <list> <folder>\n       mod-list-catalog apply --undo <folder>')
    .argument('<list>', 'slug or address of the list; left out with --undo')
    .argument('[folder]', 'folder of your profile')
    .description(
      'apply changes of a list to the folder of your profile; shows them and asks first. Keeps copies of the old files as NAME.before-apply-DATE. Status 1: nothing was changed',
    )
    .option('--take <kinds>', `some of ${CHANGE_KINDS.join(',')} (default: all)`, parseKinds, [...CHANGE_KINDS])
    .option('--mod <name>', 'only changes of this mod; can be repeated', collect)
    .option('--plugins', 'also apply changes of plugins', false)
    .option('--yes', 'do not ask', false)
    .option('--undo', 'restore the newest copies instead', false)
    .action(async (list: string, folder: string | undefined, options: ApplyOptions, command: Command) => {
      if (options.undo) {
        if (folder !== undefined) command.error('error: with --undo, give only the folder')
        await refuseWhileOpen()
        return say(`Restored: ${(await interruptible(() => undoNewest(list, 'apply'))).join(', ')}.`)
      }
      if (folder === undefined) return command.error("error: missing required argument 'folder'")
      await refuseWhileOpen()
      const { slug, server } = listPlace(list)
      const api = apiFor(options, server)
      const { source } = await loadSource(api, slug)
      const other = source.files.map(({ name, text }) => ({ name, content: Buffer.from(text) }))
      const base = await readProfileFiles(folder)
      const game = await domainOfProfile(folder)
      const merged = mergeLists(
        { files: base, domain: game === undefined ? source.domain : game },
        { files: other, domain: source.domain },
        takeOf(base, other, options),
        true,
      )
      if ('errors' in merged) throw new RemoteError(Object.values(merged.errors).flat().join(' '))
      say(summaryOf(merged))
      if (merged.files.length === 0) return removeLeftovers(folder)
      if (!options.yes && !(isTerminal === true && (await isAgreed('Apply?')))) {
        complain('Nothing was changed. Add --yes to apply the changes.')
        ending.done = SHOWN
        return
      }
      await refuseWhileOpen()
      const before = new Map(base.map(({ name, content }) => [name, content]))
      const files = merged.files.map((file) => ({ ...file, before: before.get(file.name) ?? new Uint8Array() }))
      // A signal does not end the process while it writes.
      const copies = await interruptible(() =>
        replaceFiles(folder, files, { purpose: 'apply', stamp: stampOf(new Date()) }),
      )
      say(`Changed ${merged.files.map(({ name }) => name).join(', ')}. The old files are ${copies.join(', ')}.`)
    })
}

function parseKinds(text: string): ChangeKind[] {
  const kinds = text.split(',').map((kind) => CHANGE_KINDS.find((known) => known === kind.trim()))
  if (!kinds.every((kind) => kind !== undefined))
    throw new InvalidArgumentError(`Expected some of ${CHANGE_KINDS.join(',')}.`)
  return kinds
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
  if (unknown.length > 0) throw new RemoteError(`No such change: ${unknown.join(', ')}.`)
  return { mods: chosen, ...(plugins && { plugins: all }) }
}

function summaryOf({ files, taken, toInstall, leftOut }: Merged): string {
  const lines = (['mods', 'plugins'] as const).flatMap((part) =>
    CHANGE_KINDS.flatMap((kind) => (taken[part][kind] > 0 ? [`${part} ${kind}: ${taken[part][kind]}`] : [])),
  )
  const install = toInstall.map(
    ({ name, version, source }) => `  ${[name, version, source].filter(Boolean).join('  ')}`,
  )
  return [
    ...lines,
    ...leftOut.map((plugin) => `${plugin.name} ${leftOutSentence(plugin)}`),
    files.length === 0
      ? 'No file changes.'
      : `${counted(files.length, 'file')} to change: ${files.map(({ name }) => name).join(', ')}`,
    ...(install.length > 0 ? ['Install first:', ...install] : []),
  ].join('\n')
}
