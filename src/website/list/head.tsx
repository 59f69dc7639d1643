import type { ListSummary } from '../../lists/schemas.ts'
import { Actions, CopyLink, Menu } from '../components/actions.tsx'
import { GameAndAuthor } from '../components/list-row.tsx'
import { Name } from '../components/shown-list.tsx'
import {
  checkPath,
  comparePath,
  compareWithPath,
  followPath,
  listPath,
  reportPath,
  type Site,
} from '../components/site.ts'
import { Day } from '../components/time.tsx'
import { ownedBy } from '../form/owner-form.tsx'

interface ListHeadData {
  site: Site
  list: ListSummary
  /** Number of the revision that is shown; null for the current version. */
  revision: number | null
  /** Slug of the list, with `@n` for a revision. */
  address: string
  /** Path of the list, or of its revision, in the API. */
  api: string
  /** Time until the list expires, in words. */
  left: string | null
  /** Number of the list's versions; undefined for an old version. */
  versions: number | undefined
}

/** The line above a list: its name, version and dates, and what can be done with it. */
export function ListHead({ site, list, revision, address, api, left, versions = 1 }: ListHeadData) {
  const { slug, name, version, updated } = list
  return (
    <div class="title">
      <h1>
        <Name of={name} />
        {version !== null && (
          <>
            {' '}
            <Name of={version} />
          </>
        )}
        {revision !== null && <span class="quiet"> version {revision}</span>}
      </h1>
      <p class="meta">
        <GameAndAuthor site={site} list={list} />
        {list.author === null && <span>anonymous</span>}
        {list.private && <span>unlisted: anyone with the link can see it</span>}
        {left !== null && <span>expires in {left}</span>}
        <span>
          {revision === null ? 'updated' : 'uploaded'} <Day at={updated} />
        </span>
      </p>
      <Actions>
        {revision === null && <EditButton site={site} list={list} />}
        <CopyLink />
        <a class="button primary" href={compareWithPath(site, address, list.game.name)}>
          Compare with…
        </a>
        {versions > 1 && (
          <a class="button" href={checkPath(site, slug)}>
            Check mine
          </a>
        )}
        <Menu name="Export…">
          <a href={`${api}/download`}>Download zip</a>
          <a class="copied" href={`${api}/load-order.txt`}>
            Copy as text
          </a>
          <a href={`${api}/load-order.md`}>Markdown</a>
          <a href={`${api}/load-order.csv`}>CSV</a>
          <a href={`${listPath(site, address)}?tab=files`}>Raw files</a>
        </Menu>
        <Menu name="More…">
          {revision === null ? (
            <>
              <a href={followPath(site, slug)}>Follow</a>
              <a href={`${listPath(site, slug)}/edit`}>I have the key</a>
            </>
          ) : (
            <a href={comparePath(site, address, slug)}>What changed since</a>
          )}
          <a href={reportPath(site, slug)}>Report this list</a>
        </Menu>
      </Actions>
    </div>
  )
}

/** Only the author's browser, and one that keeps the list's owner key, show this link. A script decides that. */
const EditButton = ({ site, list }: Pick<ListHeadData, 'site' | 'list'>) => (
  <a class="button for-owner" href={`${listPath(site, list.slug)}/edit`} {...ownedBy(list)} hidden>
    Edit
  </a>
)
