import MarkdownIt from 'markdown-it'
import {
  type ChangelogEntry,
  changelogMarkdown,
  entryMarkdown,
  entrySentence,
  entryTitle,
} from '../../load-order/rendering/changelog.ts'
import { visible } from '../../load-order/rendering/code-span.ts'
import { type AtomFeed, atomFeed } from '../../text/atom.ts'
import type { Task } from '../../workers/serve.ts'
import { parsedEach } from './result.ts'

export interface ChangelogTask extends Task {
  /** JSON members of each revision's changes, in pieces. */
  files: readonly (Uint8Array | undefined)[]
  /** Number of pieces of each revision; 0 for a revision without a previous one. */
  pieces: readonly number[]
  /** The other fields of the same revisions. */
  heads: readonly Omit<ChangelogEntry, 'changes'>[]
  /** Name of the list. */
  name: string
  /** How Markdown groups the changes of mods. */
  by?: string | undefined
  /** Head of the Atom feed. Without it, the result is Markdown. */
  feed?: Omit<AtomFeed, 'title' | 'entries'>
}

/** Renders Markdown. HTML in an author's note is shown as text, and the note's line ends are kept. */
const html = new MarkdownIt({ html: false, breaks: true })

/** Returns the changelog of a list as Markdown, or as an Atom feed whose entries are the same texts as HTML. */
export function changelog({ files, pieces, heads, name, by, feed }: ChangelogTask) {
  const changes = parsedEach(files, pieces)
  const entries = heads.map((head, at) => ({ ...head, changes: changes[at] ?? null }))
  const text = feed === undefined ? changelogMarkdown(name, entries, by) : asFeed(entries, name, feed)
  return Buffer.from(text)
}

const asFeed = (entries: readonly ChangelogEntry[], name: string, feed: Omit<AtomFeed, 'title' | 'entries'>) =>
  atomFeed({
    ...feed,
    title: `Changelog of ${visible(name)}`,
    entries: entries.map((entry) => ({
      id: `${feed.id}/${entry.revision}`,
      title: `${entryTitle(entry)}: ${entrySentence(entry)}`,
      updated: entry.created,
      html: html.render(entryMarkdown(entry)),
    })),
  })
