import { parseVersion } from '../../lists/revisions/version-address.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { chatMessage } from '../../load-order/rendering/chat.ts'
import type { ChangesExcerpt } from '../../load-order/rendering/excerpt.ts'
import { harmless } from '../../text/harmless.ts'
import { Page } from '../parts/document.tsx'
import { GameAndAuthor } from '../parts/game-and-author.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { Name, NameLink } from '../parts/shown-list.tsx'
import { apiPath, comparePath, listPath, type Site } from '../parts/site.ts'
import { EventTime } from '../parts/time.tsx'
import { reportPath } from '../report/page.tsx'
import { FileDiffs } from './diffs.tsx'
import { isShown, ModChanges, PluginChanges } from './order-changes.tsx'
import { SettingChanges } from './setting-changes.tsx'
import type { ShownDiff } from './shown-diff.ts'
import { TakeOver } from './take-over.tsx'

/** Two lists and their differences. */
export interface ComparePageData {
  site: Site
  /** The slugs in the address, with `@n` for a revision. */
  slugs: readonly [first: string, second: string]
  lists: readonly [first: ListSummary, second: ListSummary]
  /** Two different names for the lists. */
  names: readonly [first: string, second: string]
  changes: ChangesExcerpt
  diffs: readonly ShownDiff[]
  /** Which parts have changes that the first list can take over. */
  choosing: { mods: boolean; plugins: boolean }
}

export function ComparePage({ site, slugs, lists, names, changes, diffs, choosing }: ComparePageData) {
  const [first, second] = slugs
  const title = `${names[0]} compared with ${names[1]}`
  const api = apiPath(site, `/compare/${first}/${second}`)
  const sentence = directedSentence(changes.sentence, names)
  const root = { ...site, base: '' }
  const message = chatMessage(changes, sentence, names, {
    comparison: site.url + comparePath(root, first, second),
    lists: [site.url + listPath(root, first), site.url + listPath(root, second)],
  })
  return (
    <Page
      site={site}
      title={title}
      description={harmless(changes.sentence)}
      path={`/compare/${first}/${second}`}
      isUnlisted
    >
      <h1>
        <Name of={names[0]} /> compared with <Name of={names[1]} />
      </h1>
      <ul class="sides">
        <Side site={site} slug={first} list={lists[0]} place="First list" />
        <Side site={site} slug={second} list={lists[1]} place="Second list" />
      </ul>
      <p class="sentence">{sentence}</p>
      <p class="actions">
        <button type="button" class="copy">
          Copy link
        </button>
        <ButtonLink to={comparePath(site, second, first)} text="Swap" />
        <ButtonLink to={`${api}.patch`} text="Download patch" />
        <button type="button" class="copy" data-text={message}>
          Copy as Markdown
        </button>
        <ButtonLink to={`${api}/changes.md`} text="All changes as Markdown" />
        <span class="outcome" role="status" />
      </p>
      <Parts changes={changes} />
      <TakeOver site={site} slugs={slugs} names={names} choosing={choosing}>
        <ModChanges changes={changes.mods} names={names} />
        <PluginChanges changes={changes.plugins} names={names} />
      </TakeOver>
      <SettingChanges changes={changes.settings} />
      <FileDiffs diffs={diffs} changes={changes.files} />
    </Page>
  )
}

/** Says which list was compared with which: "In B, compared with A: 1 mod added". */
const directedSentence = (sentence: string, [first, second]: readonly [string, string]): string =>
  harmless(/^(\d|at least)/.test(sentence) ? `In ${second}, compared with ${first}: ${sentence}` : sentence)

function Parts({ changes: { mods, plugins, settings, files } }: { changes: ChangesExcerpt }) {
  const parts = {
    Mods: isShown(mods),
    Plugins: isShown(plugins),
    Settings: settings.length > 0,
    Files: files.length > 0,
  }
  const shown = Object.entries(parts).flatMap(([name, isThere]) => (isThere ? [name] : []))
  if (shown.length < 2) return null
  return (
    <nav class="parts" aria-label="Parts">
      {shown.map((name) => (
        <a key={name} href={`#${name.toLowerCase()}`}>
          {name}
        </a>
      ))}
    </nav>
  )
}

function Side({ site, slug, list, place }: { site: Site; slug: string; list: ListSummary; place: string }) {
  const { revision } = parseVersion(slug)
  return (
    <li class="card">
      <p class="place">{place}</p>
      <h2>
        <NameLink to={listPath(site, slug)} name={list.name} />
      </h2>
      <p class="meta">
        <GameAndAuthor site={site} list={list} />
        {list.version !== null && (
          <span class="version">
            version <Name of={list.version} />
          </span>
        )}
        <span>{revision === null ? slug : `revision ${revision} of ${list.slug}`}</span>
        <EventTime event="updated" at={list.updated} />
        <a href={reportPath(site, list.slug)}>Report</a>
      </p>
    </li>
  )
}
