import { hash } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CulpritState } from '../../../compare/culprit/schemas.ts'
import { culpritOf } from '../../../compare/culprit/state.ts'
import { keyOf } from '../../../load-order/key.ts'
import type { FileContent } from '../../../load-order/merging/merge.ts'
import { type ProfileLoadOrder, readLoadOrder } from '../../../load-order/reading/read.ts'
import { storedProfile } from '../../../load-order/reading/stored-profile.ts'
import { RemoteError } from '../api.ts'
import {
  type Copy,
  copyOf,
  MERGED_FILES,
  readProfileFiles,
  removeLeftovers,
  replaceFiles,
  restoreCopies,
  undoNewest,
} from '../applying/files.ts'
import { commandFor, type KeptSearch, type KeptSearches, mergedList } from './kept-search.ts'

/** What a profile has instead of the set of a round. */
interface Difference {
  file: string
  /** What differs, as the end of a sentence. */
  text: string
  /** Whether the profile only lacks a mod or plugin, as if it is not installed. */
  isLacking: boolean
}

/**
 * Compares a profile with the set of a round. Mod Organizer rewrites its files when it ends: comments, line ends, newly
 * installed mods as off. It moves no mod, so the mods that are on are compared in order. The game and Mod Organizer
 * sort plugins and drop those of mods that are off, so plugins are compared only while they are tested, and unordered.
 */
function differenceFrom(
  { part, units }: Pick<CulpritState, 'part' | 'units'>,
  written: readonly FileContent[],
  current: readonly FileContent[],
): Difference | undefined {
  const now = written.flatMap(({ name }) => current.find((file) => isSameName(file.name, name)) ?? [])
  const gone = written.find(({ name }) => !now.some((file) => isSameName(file.name, name)))
  if (gone !== undefined) return { file: gone.name, text: 'it is gone', isLacking: false }
  const [before, after] = [orderOf(written), orderOf(now)]
  const mods = differenceOf(modsOn(before), modsOn(after), 'modlist.txt')
  if (mods !== undefined || part === 'mods') return mods
  const tested = new Set(units.flatMap(({ name, from }) => [keyOf(name), ...(from === null ? [] : [keyOf(from)])]))
  const pluginsOn = ({ plugins }: ProfileLoadOrder) =>
    namesOn((plugins ?? []).filter(({ name }) => tested.has(keyOf(name)))).toSorted()
  const isPlugins = ({ name }: FileContent) => name.toLowerCase() !== 'modlist.txt'
  return differenceOf(pluginsOn(before), pluginsOn(after), written.find(isPlugins)?.name ?? '')
}

function differenceOf(before: readonly string[], after: readonly string[], file: string): Difference | undefined {
  const [keys, others] = [before.map(keyOf), after.map(keyOf)]
  const [inBefore, inAfter] = [new Set(keys), new Set(others)]
  const lacking = before.find((_, at) => !inAfter.has(keys[at] as string))
  if (lacking !== undefined) return { file, text: `${lacking} is not on in it`, isLacking: true }
  const extra = after.find((_, at) => !inBefore.has(others[at] as string))
  if (extra !== undefined) return { file, text: `${extra} is on in it`, isLacking: false }
  const moved = before.find((_, at) => keys[at] !== others[at])
  return moved === undefined ? undefined : { file, text: `${moved} has another place in it`, isLacking: false }
}

const orderOf = (files: readonly FileContent[]): ProfileLoadOrder =>
  readLoadOrder(storedProfile({ files: files.map(({ content }) => content), names: files.map(({ name }) => name) }))

const modsOn = ({ mods }: ProfileLoadOrder) => namesOn((mods ?? []).filter(({ kind }) => kind === 'mod'))

const namesOn = (entries: readonly { name: string; enabled: boolean | null }[]) =>
  entries.flatMap(({ name, enabled }) => (enabled === false ? [] : [name]))

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** A search in the folder of a profile, with what follows from its answers. */
export interface Round {
  search: KeptSearch
  state: CulpritState
  files: FileContent[]
}

/** Plays the answers of a search back. Throws if they do not fit its lists. */
export function roundOf(search: KeptSearch): Round {
  const { works, crashes, keep, without, part, answers } = search
  const input = { answers: answers.map((result) => ({ result })), keep, without, part }
  const result = culpritOf(mergedList(works), mergedList(crashes), input)
  if ('errors' in result) throw new RemoteError(Object.values(result.errors).flat().join(' '))
  return { search, ...result }
}

export type Answer = KeptSearch['answers'][number] | 'back'

/**
 * Requires that the folder has the set of the waiting round. If it only lacks something, the answer may be untestable.
 */
export async function requireTested(folder: string, { state, files }: Round, answer: Answer): Promise<void> {
  const difference = differenceFrom(state, files, await readProfileFiles(folder))
  if (difference === undefined || (difference.isLacking && answer === 'untestable')) return
  const { file, text, isLacking } = difference
  const ways = [
    `${isLacking ? 'install it, then ' : ''}write the files of this round again with ${commandFor('continue', folder)} and test them`,
    ...(isLacking ? [`say that it can't be tested with ${commandFor('continue', folder)} --answer untestable`] : []),
    `put your first files back with ${commandFor('undo', folder)}`,
  ]
  throw new RemoteError(
    `${file} in ${folder} is no longer that of this round: ${text}. So the answer does not count. Either ${ways.join(', or ')}.`,
  )
}

export function answered(search: KeptSearch, answer: Answer): KeptSearch {
  const answers = answer === 'back' ? search.answers.slice(0, -1) : [...search.answers, answer]
  return { ...search, answers, isWritten: false }
}

/** Writes the files of the round that waits. Each step is kept first, because the command may be killed. */
export async function writeRound(searches: KeptSearches, folder: string, given: KeptSearch): Promise<Round> {
  const round = roundOf(given)
  const current = await readProfileFiles(folder)
  // If all copies are there, a run that was killed has made them, and may have replaced files since.
  const missing = given.isCopied ? [] : await missingOf(folder, copiesOf(given))
  const isCopied = given.isCopied || (given.first.length > 0 && missing.length === 0)
  if (!isCopied && !hasFirst(given, current)) {
    throw new RemoteError(
      `Nothing was changed: ${goneFrom(folder, missing)}, and the files there have changed. Put it back there and go on with ${commandFor('continue', folder)}, or rename the other copies by hand and forget the search with ${commandFor('undo', folder)}.`,
    )
  }
  const first = current.map(({ name, content }) => ({ name, hash: hashOf(content) }))
  const next = isCopied ? given : { ...given, first }
  await searches.keep(folder, next)
  const existing = (name: string) => current.find((file) => file.name.toLowerCase() === name.toLowerCase())
  const files = round.files.map(({ name, content }) => {
    const before = existing(name)
    return { name: before?.name ?? name, content, before: before?.content ?? null }
  })
  const written = new Set(files.map(({ name }) => name))
  const also = current.filter(({ name }) => !written.has(name))
  const copying = isCopied ? undefined : { purpose: 'culprit' as const, stamp: next.stamp, also }
  const search = { ...next, isCopied: true, isWritten: true, isEnded: round.state.next === null }
  try {
    if (files.length > 0 || !isCopied) await replaceFiles(folder, files, copying)
    await searches.keep(folder, search)
  } catch (error) {
    // A search whose first round could not be written leaves nothing open, as far as it can be put back.
    if (!isCopied) await undoSearch(searches, folder).catch(() => {})
    throw error
  }
  return { ...round, search }
}

const copiesOf = ({ first, stamp }: KeptSearch): Copy[] =>
  first.map(({ name }) => ({ name, copy: copyOf(name, 'culprit', stamp) }))

const hashOf = (content: Uint8Array) => hash('sha256', content, 'base64url')

/** Reports whether a folder still has the first files, as far as they are known. */
const hasFirst = ({ first }: KeptSearch, current: readonly FileContent[]) =>
  first.every((file) => current.some(({ name, content }) => name === file.name && hashOf(content) === file.hash))

const goneFrom = (folder: string, copies: readonly string[]) =>
  `${copies.join(', ')} with your first files is gone from ${folder}`

/** Puts the first files back and forgets the search. Returns the names of the restored files; none if none was replaced. */
export async function undoSearch(searches: KeptSearches, folder: string): Promise<string[]> {
  const search = await searches.find(folder)
  if (search === undefined) return undoNewest(folder, 'culprit')
  await removeLeftovers(folder)
  const copies = copiesOf(search)
  const missing = search.isRestored ? [] : await missingOf(folder, copies)
  // Without any copy, nothing was replaced, or nothing can be put back.
  const isIncomplete = search.isCopied
    ? missing.length > 0
    : missing.length > 0 && missing.length < copies.length && !hasFirst(search, await readProfileFiles(folder))
  if (isIncomplete) {
    throw new RemoteError(
      `Nothing was changed: ${goneFrom(folder, missing)}. Put it back there and use ${commandFor('undo', folder)} again, or rename the other copies by hand.`,
    )
  }
  // Otherwise the folder is untouched: a run was killed before it had made all copies.
  const isTouched = missing.length === 0
  let restored = isTouched ? search.first.map(({ name }) => name) : []
  if (isTouched && !search.isRestored) {
    await searches.keep(folder, { ...search, isUndone: true })
    restored = await restoreCopies(folder, copies)
    await searches.keep(folder, { ...search, isUndone: true, isRestored: true })
  }
  for (const { copy } of copies) await rm(join(folder, copy), { force: true })
  const first = new Set(search.first.map(({ name }) => name.toLowerCase()))
  for (const { name } of isTouched ? mergedList(search.works).files : []) {
    if (isProfileFile(name) && !first.has(name.toLowerCase())) await rm(join(folder, name), { force: true })
  }
  await searches.forget(folder)
  return restored
}

const isProfileFile = (name: string) => MERGED_FILES.includes(name.toLowerCase())

async function missingOf(folder: string, copies: readonly Copy[]): Promise<string[]> {
  const found = new Set(await readdir(folder))
  return copies.flatMap(({ copy }) => (found.has(copy) ? [] : [copy]))
}
