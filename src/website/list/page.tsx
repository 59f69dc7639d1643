import { versionText } from '../../lists/revisions/version-address.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { slugBase } from '../../lists/slug.ts'
import { LINK_TEXTS, TEXT_FIELDS } from '../../lists/text-fields.ts'
import type { Listing } from '../../load-order/reading/listing.ts'
import { unreadFiles } from '../../load-order/rendering/sentence.ts'
import { SharedNotice } from '../owner-key/notice.tsx'
import { Page } from '../parts/document.tsx'
import { GameAndAuthor } from '../parts/game-and-author.tsx'
import { ButtonLink, GivenLink } from '../parts/link.tsx'
import { LinkedText } from '../parts/linked-text.tsx'
import { Name } from '../parts/shown-list.tsx'
import { apiPath, comparePath, historyPath, listPath, rowModPath, type Site } from '../parts/site.ts'
import { EventTime, Time, timeLeft } from '../parts/time.tsx'
import { reportPath } from '../report/page.tsx'
import { Files } from './files.tsx'
import { Mods } from './mods.tsx'
import { Notes } from './notes.tsx'
import { summaryOf } from './numbers.ts'
import { Plugins } from './plugins.tsx'
import { Settings } from './settings.tsx'

/** A list and the contents of its files. */
export interface ListPageData {
  site: Site
  now: Date
  list: ListSummary
  /** Number of the revision that is shown; null for the list's current version. */
  revision: number | null
  files: readonly { name: string; bytes: number }[]
  listing: Listing
  ownerKey: string | undefined
}

export function ListPage({ site, now, list, revision, files, listing, ownerKey }: ListPageData) {
  const { slug, name, version, author, description, expires, updated } = list
  const { mods, plugins, settings, notes } = listing
  const address = versionText(slug, revision)
  const api = apiPath(site, `/lists/${slug}${revision === null ? '' : `/revisions/${revision}`}`)
  const feed = apiPath(site, `/lists/${slug}/changelog.atom`)
  const title = slugBase(name) === address ? name : `${name} (${address})`
  // A name that only unlisted lists have has no page.
  const addressOf =
    list.private || revision !== null ? undefined : (name: string) => rowModPath(site, list.game.id, name)
  const left = expires === null ? null : timeLeft(new Date(expires), now).words
  return (
    <Page
      site={site}
      title={title}
      name={name}
      description={summaryOf(list, listing, left)}
      path={`/lists/${address}`}
      isUnlisted={list.private || author === null || expires !== null || revision !== null}
      feed={feed}
    >
      <h1>
        <Name of={name} />
      </h1>
      {revision === null ? (
        <SharedNotice site={site} list={list} ownerKey={ownerKey} />
      ) : (
        <OldVersion site={site} slug={slug} revision={revision} />
      )}
      <p class="meta">
        <GameAndAuthor site={site} list={list} />
        {version !== null && (
          <span class="version">
            version <Name of={version} />
          </span>
        )}
        {list.private && <span>Unlisted: anyone with the link can see it</span>}
        <EventTime event={revision === null ? 'updated' : 'uploaded'} at={updated} />
        {expires !== null && (
          <span class="expiry times">
            expires <Time at={expires} /> (in {left})
          </span>
        )}
      </p>
      {description !== null && (
        <p class="description">
          <LinkedText text={description} />
        </p>
      )}
      <p class="links">
        {LINK_TEXTS.map((name) => (
          <GivenLink key={name} to={list[name]} name={TEXT_FIELDS[name].label} />
        ))}
      </p>
      <p class="actions">
        <button type="button" class="copy">
          Copy link
        </button>
        <a
          class="button primary"
          href={`${site.base}/compare?list1=${address}&game=${encodeURIComponent(list.game.name)}`}
        >
          Compare with…
        </a>
        <ButtonLink to={`${api}/download`} text="Download zip" />
        <a class="button copied" href={`${api}/load-order.txt`}>
          Copy as text
        </a>
        <ButtonLink to={`${api}/load-order.md`} text="Markdown" />
        <ButtonLink to={`${api}/load-order.csv`} text="CSV" />
        <ButtonLink to={historyPath(site, slug)} text="History" />
        <ButtonLink to={feed} text="Follow" />
        {revision === null && <ButtonLink to={`${listPath(site, slug)}/edit`} text="Edit" />}
        <span class="outcome" role="status" />
      </p>
      <nav class="parts" aria-label="Parts">
        {mods !== null && <a href="#mods">Mods</a>}
        {plugins !== null && <a href="#plugins">Plugins</a>}
        {settings.length > 0 && <a href="#settings">Settings</a>}
        <a href="#files">Files</a>
      </nav>
      <Notes notes={notes} />
      {mods === null && plugins === null && settings.length === 0 && files.length > 0 && (
        <p class="notes">{unreadFiles(files.map(({ name }) => name))}</p>
      )}
      {mods !== null && <Mods mods={mods} addressOf={addressOf} />}
      {plugins !== null && <Plugins plugins={plugins} />}
      {settings.length > 0 && <Settings settings={settings} />}
      <Files api={api} files={files} listed={listing.files} />
      <p class="meta">
        <a href={reportPath(site, slug)}>Report this list</a>
      </p>
    </Page>
  )
}

/** Says that an old version is shown, and leads to the current one. */
const OldVersion = ({ site, slug, revision }: { site: Site; slug: string; revision: number }) => (
  <p class="notes">
    This is revision {revision}, an old version of the list. <a href={listPath(site, slug)}>Current version</a>{' '}
    <a href={comparePath(site, versionText(slug, revision), slug)}>What changed since</a>
  </p>
)
