import { caseOf, casesOf, logOf } from '../../moderation/cases/service.ts'
import type { OwnContext } from '../account/service.tsx'
import type { FormState } from '../form/state.ts'
import type { PageQuery } from '../parameters.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { CasePage } from './case-page.tsx'
import { CasesPage } from './cases-page.tsx'
import { SIZE } from './frame.tsx'
import { LogPage } from './log-page.tsx'

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
