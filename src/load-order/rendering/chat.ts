import type { ModChanges, PluginChanges } from '../schemas.ts'
import { codeSpan } from './code-span.ts'
import type { ChangesExcerpt } from './excerpt.ts'
import { fileText, moveText, updateText } from './markdown.ts'
import { isChanges, type ListNames } from './sentence.ts'

/** Maximum length of a message, in UTF-16 units. Discord allows 2,000; the rest is for the sender's own words. */
const MAX_LENGTH = 1_900

/** Length reserved for the last line, which counts the omitted changes. */
const LAST_LINE = 30

/** Absolute addresses of the comparison and of both lists, for a message. */
interface ChatLinks {
  comparison: string
  lists: readonly [first: string, second: string]
}

/**
 * Formats changes as a chat message in Markdown: the sentence, the links, a line for each change until the message is
 * full, and the number of omitted changes.
 */
export function chatMessage(changes: ChangesExcerpt, sentence: string, names: ListNames, links: ChatLinks): string {
  const head = [
    `**${sentence}**`,
    `<${links.comparison}>`,
    ...names.map((name, at) => `${codeSpan(name)}: <${links.lists[at]}>`),
  ].join('\n')
  const { lines, total } = linesOf(changes)
  const shown: string[] = []
  let left = MAX_LENGTH - LAST_LINE - head.length
  for (const line of lines) {
    left -= line.length + 1
    if (left < 0) break
    shown.push(line)
  }
  const more = total - shown.length
  return [head, ...shown, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join('\n')
}

/**
 * Returns a line for each change of the excerpt, and the number of all changes, including those that the excerpt omits.
 */
function linesOf({ mods, plugins, settings, files }: ChangesExcerpt): { lines: string[]; total: number } {
  const parts = [
    ...(isChanges(mods) ? [orderLines('', mods)] : []),
    ...(isChanges(plugins) ? [orderLines('plugin ', plugins)] : []),
    ...settings.map(({ counts, added, removed, changed }) => ({
      lines: [
        ...added.map(({ key, value }) => `+ ${codeSpan(`${key}=${value}`)}`),
        ...removed.map(({ key, value }) => `- ${codeSpan(`${key}=${value}`)}`),
        ...changed.map(({ key, from, to }) => `${codeSpan(key)}: ${codeSpan(from)}, now ${codeSpan(to)}`),
      ],
      total: sum(Object.values(counts)),
    })),
  ]
  if (parts.every(({ total }) => total === 0)) {
    return { lines: files.map(fileText), total: files.length }
  }
  return { lines: parts.flatMap(({ lines }) => lines), total: sum(parts.map(({ total }) => total)) }
}

const orderLines = (noun: string, { counts, ...changes }: ModChanges | PluginChanges) => ({
  lines: [
    ...changes.added.map(({ name }) => `+ ${noun}${codeSpan(name)}`),
    ...changes.removed.map(({ name }) => `- ${noun}${codeSpan(name)}`),
    ...('updated' in changes ? changes.updated : []).map(updateText),
    ...changes.enabled.map(({ name }) => `${noun}${codeSpan(name)}: on`),
    ...changes.disabled.map(({ name }) => `${noun}${codeSpan(name)}: off`),
    ...changes.moved.map((move) => noun + moveText(move)),
  ],
  total: sum(Object.values(counts)),
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
