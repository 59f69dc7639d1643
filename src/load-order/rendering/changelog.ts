import type { LoadOrderChanges } from '../schemas.ts'
import { codeSpan, visible } from './code-span.ts'
import { changesBlocks } from './markdown.ts'
import { changesSentence } from './sentence.ts'

/** A revision of a list, and what it changed. */
export interface ChangelogEntry {
  revision: number
  /** The revision that it is compared with; null for the first one that is there. */
  previous: number | null
  /** When it was made, in the form of src/text/timestamp.ts. */
  created: string
  version: string | null
  /** What changed, in the author's words. */
  note: string | null
  /** Null where there is no previous one. */
  changes: LoadOrderChanges | null
}

/**
 * The changelog of a list of this name as Markdown, for a forum or a release; the entries are in their order, newest
 * first.
 */
export function changelogMarkdown(name: string, entries: readonly ChangelogEntry[]): string {
  const blocks = entries.flatMap((entry) => [`## ${entryHeading(entry)}`, ...entryBlocks(entry)])
  return `${[`# Changelog of ${codeSpan(name)}`, ...blocks].join('\n\n')}\n`
}

/** What one revision changed as Markdown: what stands under its heading in the changelog. */
export const entryMarkdown = (entry: ChangelogEntry): string => `${entryBlocks(entry).join('\n\n')}\n`

/** What one revision is called, in plain text: "1.3 (revision 4)". */
export const entryTitle = ({ revision, version }: Pick<ChangelogEntry, 'revision' | 'version'>): string =>
  version === null ? `Revision ${revision}` : `${visible(version)} (revision ${revision})`

const entryHeading = ({ revision, version, created }: ChangelogEntry): string => {
  const day = created.slice(0, 10)
  return version === null ? `Revision ${revision}, ${day}` : `${codeSpan(version)} (revision ${revision}), ${day}`
}

/** What one revision changed in one line of plain text. */
export function entrySentence({ revision, previous, changes }: ChangelogEntry): string {
  if (changes === null) return revision === 1 ? 'The first revision.' : 'The oldest revision that is still stored.'
  if (changes.same) return 'No file has changed.'
  return changesSentence(changes, [`revision ${previous}`, `revision ${revision}`])
}

const entryBlocks = (entry: ChangelogEntry): string[] => [
  ...(entry.note === null ? [] : [quoted(entry.note)]),
  entrySentence(entry),
  ...(entry.changes === null ? [] : changesBlocks(entry.changes, '###')),
]

/** Returns a note as a quotation: each line as a code span, in which nothing is markup. */
const quoted = (note: string): string =>
  note
    .split(/\r\n|\r|\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${codeSpan(line)}`))
    .join('\n')
