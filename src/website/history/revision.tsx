import type { ChangelogEntry } from '../../compare/changelog/schemas.ts'
import { versionText } from '../../lists/revisions/version-address.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { entrySentence, entryTitle } from '../../load-order/rendering/changelog.ts'
import type { ChangesExcerpt } from '../../load-order/rendering/excerpt.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { Entries, Nested, Part } from '../compare/entries.tsx'
import { ModChanges, PluginChanges } from '../compare/order-changes.tsx'
import { SettingChanges } from '../compare/setting-changes.tsx'
import { LinkedText } from '../parts/linked-text.tsx'
import { Name } from '../parts/shown-list.tsx'
import { comparePath, listPath, type Site } from '../parts/site.ts'
import { EventTime } from '../parts/time.tsx'

/** A revision as the page shows it. */
export interface ShownRevision extends Omit<ChangelogEntry, 'changes'> {
  /** Name of the list in this revision. */
  name: string
  /** Names of its files. */
  files: readonly string[]
  /** Changes since the previous revision; null for the oldest revision. */
  changes: ChangesExcerpt | null
}

interface RevisionData {
  site: Site
  list: ListSummary
  revision: ShownRevision
}

export function RevisionChanges({ site, list, revision: shown }: RevisionData) {
  const { revision, previous, created, name, note, files, changes } = shown
  const id = `revision-${revision}`
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{entryTitle(shown)}</h2>
      <p class="meta">
        {name !== list.name && (
          <span>
            named <Name of={visibleName(name)} />
          </span>
        )}
        <span>{files.length === 1 ? files[0] : `${files.length} files: ${files.join(', ')}`}</span>
        <EventTime event="Uploaded" at={created} />
      </p>
      {note !== null && (
        <p class="description">
          <LinkedText text={harmless(note)} />
        </p>
      )}
      <p class="sentence">{harmless(sentenceOf(shown))}</p>
      <p class="links">
        <a href={listPath(site, versionText(list.slug, revision))}>Open revision {revision}</a>
        {previous !== null && (
          <a href={comparePath(site, versionText(list.slug, previous), versionText(list.slug, revision))}>
            Compare with revision {previous}
          </a>
        )}
      </p>
      {changes !== null && (
        <Nested.Provider value={true}>
          <ModChanges changes={changes.mods} names={[`revision ${previous}`, `revision ${revision}`]} />
          <PluginChanges changes={changes.plugins} names={[`revision ${previous}`, `revision ${revision}`]} />
          <SettingChanges changes={changes.settings} />
          <FileNames changes={changes.files} />
        </Nested.Provider>
      )}
    </section>
  )
}

/** Lists the files added, removed and changed. The comparison page shows their lines. */
function FileNames({ changes }: { changes: ChangesExcerpt['files'] }) {
  if (changes.length === 0) return null
  const filesOf = (kind: string) => changes.filter(({ change }) => change === kind)
  const nameOf = ({ name }: { name: string }) => name
  return (
    <Part title="Files">
      <Entries title="Added" sign="+" entries={filesOf('added')} row={nameOf} />
      <Entries title="Removed" sign="−" entries={filesOf('removed')} row={nameOf} />
      <Entries title="Changed" entries={filesOf('changed')} row={nameOf} />
    </Part>
  )
}

/** Returns the sentence of a revision's changes. The excerpt's sentence includes entries that the page omits. */
const sentenceOf = (shown: ShownRevision): string =>
  shown.changes === null || shown.changes.same ? entrySentence(shown) : shown.changes.sentence
