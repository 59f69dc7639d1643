import type { ChangelogEntry } from '../../compare/changelog/schemas.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { versionText } from '../../lists/version-address.ts'
import { countDlls } from '../../load-order/rendering/comparison/rows.ts'
import type { ChangesExcerpt } from '../../load-order/rendering/excerpt.ts'
import { entrySentence, entryTitle } from '../../load-order/rendering/markdown.ts'
import { isChanges } from '../../load-order/rendering/sentence.ts'
import { counted } from '../../text/amounts.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { PartChanges } from '../compare/change-table.tsx'
import { DllsTab, SettingsTab } from '../compare/settings-tab.tsx'
import { Badge } from '../components/chip.tsx'
import { LinkedText } from '../components/list-row.tsx'
import { Name } from '../components/shown-list.tsx'
import { comparePath, listPath, restorePath, type Site } from '../components/site.ts'
import { Day } from '../components/time.tsx'
import { ownedBy } from '../form/owner-form.tsx'

/** A revision as the page shows it. */
export interface ShownRevision extends Omit<ChangelogEntry, 'changes'> {
  name: string
  files: readonly string[]
  /** Changes since the previous revision; null for the oldest revision. */
  changes: ChangesExcerpt | null
}

interface RevisionData {
  site: Site
  list: ListSummary
  revision: ShownRevision
  isCurrent: boolean
}

/** A revision in one row: its title, day, note and changes in a sentence. It unfolds in place. */
export function RevisionRow({ site, list, revision: shown, isCurrent }: RevisionData) {
  const { revision, previous, created, name, note, files, changes } = shown
  const { slug } = list
  const sides = [`version ${previous}`, `version ${revision}`] as const
  return (
    <details>
      <summary>
        <h2>{entryTitle(shown)}</h2> <Day at={created} />
        {note !== null && <span> {harmless(note)}</span>}
        {changes !== null && (
          <span class="chips">
            <Counts changes={changes.mods} noun="mod" />
            <Counts changes={changes.plugins} noun="plugin" />
          </span>
        )}
      </summary>
      <p class="sentence">{harmless(sentenceOf(shown))}</p>
      <p class="meta">
        {name !== list.name && (
          <span>
            named <Name of={visibleName(name)} />
          </span>
        )}
        <span>{files.length === 1 ? files[0] : `${files.length} files: ${files.join(', ')}`}</span>
      </p>
      {note !== null && (
        <p class="description">
          <LinkedText text={harmless(note)} />
        </p>
      )}
      <p class="links">
        <a href={listPath(site, versionText(slug, revision))}>Open version {revision}</a>
        {previous !== null && (
          <a href={comparePath(site, versionText(slug, previous), versionText(slug, revision))}>
            Compare with version {previous}
          </a>
        )}
        {!isCurrent && (
          <a class="for-owner" href={restorePath(site, slug, revision)} {...ownedBy(list)}>
            Restore version {revision}
          </a>
        )}
      </p>
      {changes !== null && (
        <>
          <PartChanges part="mods" changes={changes.mods} sides={sides} />
          <PartChanges part="plugins" changes={changes.plugins} sides={sides} />
          {isChanges(changes.dlls) && countDlls(changes.dlls) > 0 && <DllsTab changes={changes.dlls} sides={sides} />}
          {changes.settings.length > 0 && <SettingsTab changes={changes.settings} sides={sides} heading="h3" />}
          {changes.files.length > 0 && (
            <p>Files: {changes.files.map(({ name, change }) => `${name} (${change})`).join(', ')}</p>
          )}
        </>
      )}
    </details>
  )
}

interface CountsData {
  changes: ChangesExcerpt['mods' | 'plugins']
  noun: string
}

/** The numbers of the changes of a part. */
function Counts({ changes, noun }: CountsData) {
  if (!isChanges(changes)) return null
  const { removed, disabled, enabled, moved, added } = changes.counts
  const badges = [
    { tone: 'went', count: removed, text: `− ${counted(removed, noun)}` },
    { tone: 'switched', count: disabled, text: `${counted(disabled, noun)} switched off` },
    { tone: 'switched', count: enabled, text: `${counted(enabled, noun)} switched on` },
    { tone: 'moved', count: moved, text: `${counted(moved, noun)} moved` },
    { tone: 'came', count: added, text: `+ ${counted(added, noun)}` },
  ] as const
  return <>{badges.map(({ tone, count, text }) => count > 0 && <Badge tone={tone}>{text}</Badge>)}</>
}

/** Returns the sentence of a revision's changes. The excerpt's sentence includes entries that the page omits. */
const sentenceOf = (shown: ShownRevision): string =>
  shown.changes === null || shown.changes.same ? entrySentence(shown) : shown.changes.sentence
