import type { ModChanges, PluginChanges } from '../schemas.ts'
import { codeSpan } from './code-span.ts'
import type { ChangesExcerpt } from './excerpt.ts'
import { fileText, moveText, regroupText, updateText } from './markdown.ts'
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
  const total = countOf(changes)
  const shown: string[] = []
  let left = MAX_LENGTH - LAST_LINE - head.length
  for (const line of total === 0 ? changes.files.map(fileText) : linesOf(changes)) {
    left -= line.length + 1
    if (left < 0) break
    shown.push(line)
  }
  const more = (total === 0 ? changes.files.length : total) - shown.length
  return [head, ...shown, ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : [])].join('\n')
}

/** Returns the number of all changes of mods, plugins and settings, including those that the excerpt omits. */
const countOf = ({ mods, plugins, settings }: ChangesExcerpt): number =>
  [mods, plugins, ...settings]
    .flatMap((part) => (part !== null && 'counts' in part ? Object.values(part.counts) : []))
    .reduce((sum, count) => sum + count, 0)

/** Yields a line for each change of the excerpt. Most lines of a large comparison do not fit, and are never made. */
function* linesOf({ mods, plugins, settings }: ChangesExcerpt): Iterable<string> {
  if (isChanges(mods)) yield* orderLines('', mods)
  if (isChanges(plugins)) yield* orderLines('plugin ', plugins)
  for (const { added, removed, changed } of settings) {
    for (const { key, value } of added) yield `+ ${codeSpan(`${key}=${value}`)}`
    for (const { key, value } of removed) yield `- ${codeSpan(`${key}=${value}`)}`
    for (const { key, from, to } of changed) yield `${codeSpan(key)}: ${codeSpan(from)}, now ${codeSpan(to)}`
  }
}

function* orderLines(noun: string, changes: ModChanges | PluginChanges): Iterable<string> {
  for (const { name } of changes.added) yield `+ ${noun}${codeSpan(name)}`
  for (const { name } of changes.removed) yield `- ${noun}${codeSpan(name)}`
  if ('updated' in changes) for (const update of changes.updated) yield updateText(update)
  for (const { name } of changes.enabled) yield `${noun}${codeSpan(name)}: on`
  for (const { name } of changes.disabled) yield `${noun}${codeSpan(name)}: off`
  for (const move of changes.moved) yield noun + moveText(move)
  if ('regrouped' in changes) for (const one of changes.regrouped) yield regroupText(one)
}
