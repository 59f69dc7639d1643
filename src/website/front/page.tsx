import type { Context } from '../../context.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import type { ListInRow } from '../../lists/collection/queries.ts'
import { LogForm } from '../analyse/form.tsx'
import { readPage } from '../collection/service.tsx'
import { Badge, type Tone } from '../components/chip.tsx'
import { Page } from '../components/document.tsx'
import { EntryTable } from '../components/entry-table.tsx'
import { ButtonLink } from '../components/link.tsx'
import { ListRow, OwnLists } from '../components/list-row.tsx'
import { type Site, siteOf } from '../components/site.ts'
import type { GameChoice } from '../form/list-fields.tsx'
import type { FoundPage } from '../found-page.ts'
import { EMPTY, NeedsAccount, UploadForm } from '../upload/page.tsx'

interface FrontPageData {
  site: Site
  now: Date
  lists: readonly ListInRow[]
  total: number
  games: readonly GameChoice[]
  limits: UploadLimits
}

/** The front page: three ways in, the reader's own lists, and the newest ones. */
const FrontPage = ({ site, now, lists, total, games, limits }: FrontPageData) => (
  <Page
    site={site}
    title={site.info.name}
    description="Drop two mod lists, two packs or two logs, and see what differs."
    path="/"
  >
    <h1>Your modded game crashes? Show your list to somebody who can help</h1>
    <p class="meta">
      Drop two mod lists, two packs or two logs, and see what differs.{' '}
      {!site.info.needsAccount &&
        'No account, no tracking. You get a link; it expires in a week unless you say otherwise.'}
    </p>
    <div class="doors">
      <section class="door share" aria-labelledby="share-title">
        <h2 id="share-title">Share my profile</h2>
        {site.info.needsAccount ? (
          <NeedsAccount site={site} />
        ) : (
          <div class="scripted">
            <UploadForm site={site} form={EMPTY} games={games} limits={limits} author={undefined} isLazy />
          </div>
        )}
        <p class={site.info.needsAccount ? undefined : 'unscripted'}>
          <ButtonLink to={`${site.base}/upload`} text="Share a list" />
        </p>
      </section>
      <CrashLogDoor site={site} />
      <CompareDoor site={site} />
    </div>
    <OwnLists />
    <section aria-labelledby="newest-title">
      <h2 id="newest-title">Newest</h2>
      {lists.length === 0 ? (
        <p class="empty">No lists yet.</p>
      ) : (
        <>
          <ul class="lists">
            {lists.map((list) => (
              <ListRow key={list.slug} site={site} list={list} now={now} among={lists} heading="h3" />
            ))}
          </ul>
          <p>
            <a href={`${site.base}/lists`}>{total === 1 ? 'All lists' : `All ${total.toLocaleString('en')} lists`}</a>
          </p>
        </>
      )}
    </section>
    {/* A script removes it where the reader has lists of their own. */}
    <section class="example" aria-labelledby="example-title">
      <h2 id="example-title">What differs, in your words</h2>
      <ExampleComparison />
    </section>
  </Page>
)

/** The door to the page that reads a crash log. */
const CrashLogDoor = ({ site }: { site: Site }) => (
  <section class="door" aria-labelledby="log-title">
    <h2 id="log-title">Read a crash log</h2>
    <LogForm site={site} />
  </section>
)

/** The form that compares two lists by their links. */
const CompareDoor = ({ site }: { site: Site }) => (
  <section class="door" aria-labelledby="compare-title">
    <h2 id="compare-title">Compare two lists</h2>
    <form action={`${site.base}/compare`}>
      <p class="hint">
        Two links, or <a href={`${site.base}/compare`}>a link and a folder on this computer</a> (not uploaded).
      </p>
      <input name="list1" aria-label="Link of the first list" placeholder="Link of the first list" required />
      <input name="list2" aria-label="Link of the second list" placeholder="Link of the second list" required />
      <p class="actions">
        <button type="submit" class="plain">
          Compare
        </button>
      </p>
    </form>
  </section>
)

const ROWS: readonly [tone: Tone, change: string, mod: string][] = [
  ['went', '− only in yours', 'SSE Engine Fixes'],
  ['switched', 'switched off', 'Address Library'],
  ['moved', 'moved', 'Unofficial Patch'],
  ['came', '+ only in the other', 'ENB Helper'],
]

/** A small comparison that shows what the site is for, as the page of a comparison shows it. */
const ExampleComparison = () => (
  <EntryTable columns={[{ name: 'Change' }, { name: 'Mod' }]}>
    {ROWS.map(([tone, change, mod]) => (
      <tr key={mod}>
        <td>
          <Badge tone={tone}>{change}</Badge>
        </td>
        <td>{mod}</td>
      </tr>
    ))}
  </EntryTable>
)

const NEWEST = 12

export async function findFrontPage(context: Context, limits: UploadLimits, signal: AbortSignal): Promise<FoundPage> {
  const found = await readPage(context, {}, { skip: 0, take: NEWEST }, signal)
  const { lists, games, total, now, change, snapshot, validUntil } = found
  return {
    version: [lists, total, games, change, limits],
    snapshot,
    validUntil,
    render: () => <FrontPage {...{ site: siteOf(context.urls), now, lists, total, games, limits }} />,
  }
}
