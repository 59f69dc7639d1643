import { findListToRead } from '../../compare/load-orders/service.ts'
import { listSummary } from '../../lists/view.ts'
import { sentReport } from '../../moderation/reports/service.ts'
import type { OwnContext } from '../account/service.tsx'
import type { FormState } from '../form/state.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { CountedReportPage, ReportPage, ReportStatusPage } from './page.tsx'

/** Renders the page that reports a list (404 if the list does not exist). */
export async function reportPage(
  context: OwnContext,
  slug: string,
  form: FormState,
  isModerator: boolean,
): Promise<Buffer> {
  const { row } = await findListToRead(context, slug)
  const list = listSummary(row, context.urls)
  return documentOf(<ReportPage site={siteOf(context.urls)} list={list} form={form} isModerator={isModerator} />)
}

/** Renders the status of a report (404 if it does not exist). */
export async function reportStatusPage(context: OwnContext, id: string): Promise<Buffer> {
  const report = await sentReport(context, id)
  return documentOf(<ReportStatusPage site={siteOf(context.urls)} id={id} report={report} />)
}

/** Renders the page about a report that was only counted. */
export const countedReportPage = ({ urls }: OwnContext): Buffer => documentOf(<CountedReportPage site={siteOf(urls)} />)
