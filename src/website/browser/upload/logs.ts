import { textIn } from '../../../lists/writing/profile/guess-game.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { logSummary } from '../../../load-order/rendering/crash.ts'
import { isUnread, listWords, notReadWords } from '../../../load-order/rendering/notes.ts'

interface NamedFile {
  name: string
  content: Uint8Array
}

/** Says what a log has: "crash.log: 412 plugins, crashed at skee64.dll+1DAE5." Undefined if the file is no log. */
export function logWordsOf({ name, content }: NamedFile): string | undefined {
  const order = readLoadOrder([{ name, text: textIn(content) }])
  return order.log === null ? undefined : `${name}: ${logSummary(order)}.`
}

/** Says how a list of names was read. Undefined for another file. */
export const listWordsOf = ({ name, content }: NamedFile): string | undefined =>
  listWords(name, readLoadOrder([{ name, text: textIn(content) }]).mods)

/** Says that nothing is read from files, and which files the chosen game has. Undefined if something is read. */
export function notReadWordsOf(form: HTMLFormElement, files: readonly NamedFile[]): string | undefined {
  const order = readLoadOrder(files.map(({ name, content }) => ({ name, text: textIn(content) })))
  if (files.length === 0 || !isUnread(order)) return undefined
  const game = form.querySelector<HTMLSelectElement>('#game')?.selectedOptions[0]?.text
  return notReadWords(
    files.map(({ name }) => name),
    ({ name }) => name === game,
  )
}
