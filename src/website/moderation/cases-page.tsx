import type { CaseSummary } from '../../moderation/cases/schemas.ts'
import { caseOf, casesOf, logOf } from '../../moderation/cases/service.ts'
import { counted, sizeText } from '../../text/amounts.ts'
import { visibleName } from '../../text/harmless.ts'
import type { OwnContext } from '../account/service.tsx'
import type { FormState } from '../form/state.ts'
import type { PageQuery } from '../parameters.ts'
import { documentOf } from '../parts/document.tsx'
import { Pager } from '../parts/pager.tsx'
import { Name, NameLink } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { Unknown } from '../parts/tabs.tsx'
import { EventTime } from '../parts/time.tsx'
import { CasePage } from './case-page.tsx'
import { casePath, Frame, LogPage, type Paged, reasonWords, SIZE } from './log-page.tsx'

/** The page of open cases, oldest first. */
const CasesPage = ({ site, items, total, page, unknown }: Paged<CaseSummary>) => (
  <Frame site={site} title="Moderation" path="/moderation">
    <h1>Moderation</h1>
    <p class="meta">
      <span>{total === 0 ? 'no open cases' : `${counted(total, 'open case')}, oldest first`}</span>
      <a href={`${site.base}/moderation/log`}>Log</a>
    </p>
    <Unknown what={unknown} />
    {total === 0 && <p class="empty">Nothing to do. A list can also be acted on from its “Report” page.</p>}
    <ul class="cards">
      {items.map(({ slug, name, author, bytes, since, reasons, more, hidden }) => (
        <li key={slug} class="card">
          <h2>
            <NameLink to={casePath(site, slug)} name={visibleName(name)} />
          </h2>
          <p>{reasonsText(reasons, more)}</p>
          <p class="meta">
            <span>{author === null ? 'anonymous' : <Name of={visibleName(author)} />}</span>
            <span>{sizeText(bytes)}</span>
            {hidden && <span>hidden</span>}
            <EventTime event="since" at={since} />
          </p>
        </li>
      ))}
    </ul>
    <Pager page={page} total={total} size={SIZE} address={(number) => `${site.base}/moderation?page=${number}`} />
  </Frame>
)

const reasonsText = (reasons: Readonly<Record<string, number>>, more: number) =>
  [
    ...Object.entries(reasons).map(([reason, count]) => `${reasonWords(reason)} (${count})`),
    ...(more > 0 ? [`${more} more`] : []),
  ].join(', ')

const rangeOf = (page: number) => ({ skip: (page - 1) * SIZE, take: SIZE })

export async function casesPage(context: OwnContext, { page, unknown }: PageQuery): Promise<Buffer> {
  const found = await casesOf(context, rangeOf(page))
  return documentOf(<CasesPage site={siteOf(context.urls)} {...{ page, unknown, ...found }} />)
}

export async function logPage(context: OwnContext, { page, unknown }: PageQuery): Promise<Buffer> {
  const found = await logOf(context, rangeOf(page))
  return documentOf(<LogPage site={siteOf(context.urls)} {...{ page, unknown, ...found }} />)
}

/** Renders the page of a case (404), with the typed values and the errors of its form. */
export async function casePage(context: OwnContext, slug: string, form: FormState): Promise<Buffer> {
  const found = await caseOf(context, slug)
  return documentOf(<CasePage site={siteOf(context.urls)} found={found} form={form} />)
}
