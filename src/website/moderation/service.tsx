import { caseOf, casesOf, logOf } from '../../moderation/cases/service.ts'
import type { OwnContext } from '../account/service.tsx'
import type { FormState } from '../form/state.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { CasePage } from './case-page.tsx'
import { CasesPage } from './cases-page.tsx'
import { LogPage } from './log-page.tsx'

/** Number of cases, or of entries of the log, on a page. */
const SIZE = 30

const rangeOf = (page: number) => ({ skip: (page - 1) * SIZE, take: SIZE })

const lastOf = (total: number) => Math.max(1, Math.ceil(total / SIZE))

export async function casesPage(context: OwnContext, page: number): Promise<Buffer> {
  const { items, total } = await casesOf(context, rangeOf(page))
  const data = { site: siteOf(context.urls), items, total, page, lastPage: lastOf(total) }
  return documentOf(<CasesPage {...data} />)
}

export async function logPage(context: OwnContext, page: number): Promise<Buffer> {
  const { items, total } = await logOf(context, rangeOf(page))
  const data = { site: siteOf(context.urls), items, total, page, lastPage: lastOf(total) }
  return documentOf(<LogPage {...data} />)
}

/** Renders the page of a case (404), with the typed values and the errors of its form. */
export async function casePage(context: OwnContext, slug: string, form: FormState): Promise<Buffer> {
  const found = await caseOf(context, slug)
  return documentOf(<CasePage site={siteOf(context.urls)} found={found} form={form} />)
}
