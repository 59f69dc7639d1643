import type { ListSummary } from '../../lists/schemas.ts'
import { Actions, CopyLink, Menu } from '../parts/actions.tsx'
import { ButtonLink } from '../parts/link.tsx'
import { Name } from '../parts/shown-list.tsx'
import { apiPath, comparePath, listPath, type Site } from '../parts/site.ts'
import { Day } from '../parts/time.tsx'
import { reportPath } from '../report/page.tsx'

interface CompareHeadData {
  site: Site
  slugs: readonly [first: string, second: string]
  lists: readonly [first: ListSummary, second: ListSummary]
  sides: readonly [first: string, second: string]
  title: { name: string; sides: string }
}

/** The line above a comparison: both lists. */
export function CompareHead({ site, slugs: [first, second], lists, sides, title }: CompareHeadData) {
  const [one, other] = lists
  const isSameGame = one.game.id === other.game.id
  return (
    <>
      <div class="title">
        <h1>
          {title.name !== '' && <Name of={`${title.name} `} />}
          <bdi class={title.name === '' ? undefined : 'quiet'}>{title.sides}</bdi>
        </h1>
        <p class="meta">
          {isSameGame && <span class="wide">{one.game.name}</span>}
          <span>
            <a href={listPath(site, first)}>{sides[0]}</a> of <Day at={one.updated} />
          </span>
          <span>
            <a href={listPath(site, second)}>{sides[1]}</a> of <Day at={other.updated} />
          </span>
        </p>
      </div>
      {!isSameGame && (
        <p class="notes">
          These lists are for different games: {one.game.name} and {other.game.name}.{' '}
          <a href={`${comparePath(site, first, second)}?tab=mods`}>Compare them anyway</a>
        </p>
      )}
    </>
  )
}

type CompareActionsData = Omit<CompareHeadData, 'title'> & {
  /** The ticks of the page. */
  take: string
}

/** What can be done with the changes of a comparison. */
export function CompareActions({ site, slugs: [first, second], lists: [one, other], sides, take }: CompareActionsData) {
  const api = apiPath(site, `/compare/${first}/${second}`)
  return (
    <Actions>
      <ButtonLink to={comparePath(site, second, first)} text="Swap" />
      <CopyLink />
      <a
        class="button primary copied"
        href={`${api}/changes.md?${new URLSearchParams({ short: '1', ...(take && { take }) })}`}
      >
        Copy for Discord
      </a>
      <Menu name="More…">
        <a href={`${api}.patch`}>Download patch</a>
        <a href={`${api}/changes.md`}>All changes as Markdown</a>
        <a href={reportPath(site, one.slug)}>Report {sides[0]}</a>
        <a href={reportPath(site, other.slug)}>Report {sides[1]}</a>
      </Menu>
    </Actions>
  )
}
