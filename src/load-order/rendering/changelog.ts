import type { LoadOrderChanges } from '../schemas.ts'
import { codeSpan, visible } from './code-span.ts'
import { changesBlocks } from './markdown.ts'
import { changesSentence, isUnchanged } from './sentence.ts'

/** A revision of a list, and its changes. */
export interface ChangelogEntry {
  revision: number
  /** Number of the previous revision; null for the oldest one. */
  previous: number | null
  /** Time when the revision was made, in the format of src/text/timestamp.ts. */
  created: string
  version: string | null
  /** The author's note on what changed. */
  note: string | null
  /** The changes since the previous revision; null for the oldest one. */
  changes: LoadOrderChanges | null
}

/** Formats the changelog of a list as Markdown, for a forum or release notes. The entries are newest first. */
export function changelogMarkdown(name: string, entries: readonly ChangelogEntry[], by?: string): string {
  const blocks = entries.flatMap((entry) => [`## ${entryHeading(entry)}`, ...entryBlocks(entry, by)])
  return `${[`# Changelog of ${codeSpan(name)}`, ...blocks].join('\n\n')}\n`
}

/** Formats the note and changes of a revision as Markdown, without the heading. */
export const entryMarkdown = (entry: ChangelogEntry): string => `${entryBlocks(entry).join('\n\n')}\n`

/** Returns the title of a revision in plain text: "1.3 (version 4)". */
export const entryTitle = ({ revision, version }: Pick<ChangelogEntry, 'revision' | 'version'>): string =>
  version === null ? `Version ${revision}` : `${visible(version)} (version ${revision})`

const entryHeading = ({ revision, version, created }: ChangelogEntry): string => {
  const day = created.slice(0, 10)
  return version === null ? `Version ${revision}, ${day}` : `${codeSpan(version)} (version ${revision}), ${day}`
}

/** Summarizes the changes of a revision in a line of plain text, or of Markdown if `fileName` makes it so. */
export function entrySentence({ revision, previous, changes }: ChangelogEntry, fileName = visible): string {
  if (changes === null) return revision === 1 ? 'The first version.' : 'The oldest version that is still stored.'
  if (isUnchanged(changes)) return 'No file has changed.'
  return changesSentence(changes, [`version ${previous}`, `version ${revision}`], fileName)
}

const entryBlocks = (entry: ChangelogEntry, by?: string): string[] => [
  ...(entry.note === null ? [] : [quoted(entry.note)]),
  entrySentence(entry, codeSpan),
  ...(entry.changes === null ? [] : changesBlocks(entry.changes, '###', by)),
]

/** Returns a note as a quotation: each line as a code span, in which nothing is markup. */
const quoted = (note: string): string =>
  note
    .split(/\r\n|\r|\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${codeSpan(line)}`))
    .join('\n')
