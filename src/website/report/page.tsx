import { findListToRead } from '../../compare/load-orders/service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { listSummary } from '../../lists/view.ts'
import { REPORT_REASONS, type ReportStatus } from '../../moderation/reports/schemas.ts'
import { type SentReport, sentReport } from '../../moderation/reports/service.ts'
import { visibleName } from '../../text/harmless.ts'
import type { OwnContext } from '../account/service.tsx'
import { documentOf, Page } from '../components/document.tsx'
import { ButtonLink } from '../components/link.tsx'
import { listTitle, uniqueTitle } from '../components/list-row.tsx'
import { Name, NameLink } from '../components/shown-list.tsx'
import { listPath, reportPath, type Site, siteOf } from '../components/site.ts'
import { EventTime } from '../components/time.tsx'
import { Problems, SelectField, TextArea, TextField } from '../form/field.tsx'
import type { FormState } from '../form/state.ts'
import { casePath, reasonWords } from '../moderation/log-page.tsx'

interface ReportPageData {
  site: Site
  list: ListSummary
  form: FormState
  /** Whether the reader is a moderator, who can act without a report. */
  isModerator: boolean
}

/** The page on which anyone can report a list. */
function ReportPage({ site, list, form, isModerator }: ReportPageData) {
  const name = listTitle(list)
  return (
    <Page
      site={site}
      title={`${Object.keys(form.errors).length > 0 ? 'Not sent yet' : 'Report'}: ${uniqueTitle(list)}`}
      name={`Report ${name}`}
      description={`Tell the moderators what is wrong with ${name}.`}
      path={`/lists/${list.slug}/report`}
      isUnlisted
    >
      <h1>
        Report <Name of={name} />
      </h1>
      <p>Tell the moderators why this list should not be here. You need no account.</p>
      {isModerator && (
        <p>
          You are a moderator. <a href={casePath(site, list.slug)}>Act on this list</a> without a report.
        </p>
      )}
      <form class="upload" method="post" action={reportPath(site, list.slug)} noValidate>
        <Problems form={form} heading="Not sent yet. Please correct:" />
        <SelectField
          form={form}
          name="reason"
          label="Reason"
          choices={[['', 'Choose one'], ...Object.entries(REPORT_REASONS)]}
        />
        <TextArea
          form={form}
          name="text"
          label="What is wrong"
          rows={5}
          hint="Say what and where. Needed for personal data, copyright, and “Something else”."
        />
        <TextField
          form={form}
          name="contact"
          label="Contact"
          hint="Optional: how moderators can reach you. Only they see it. It is deleted 180 days after the report is closed."
        />
        <p class="actions">
          <button type="submit">Send report</button>
          <ButtonLink to={listPath(site, list.slug)} text="Back to the list" />
        </p>
      </form>
    </Page>
  )
}

const STATES: Record<ReportStatus['status'], string> = {
  open: 'Thank you. A moderator will look at the list. Keep the address of this page to check on your report later.',
  dismissed: 'A moderator looked at the list and decided that it can stay.',
  'acted on': 'The list was taken down or no longer exists. Thank you for telling us.',
}

/** The page with the status of a report, for anyone with its address. It names the list only while that is visible. */
const ReportStatusPage = ({ site, id, report }: { site: Site; id: string; report: SentReport }) => (
  <Page
    site={site}
    title={`Your report: ${report.status} (${id.slice(0, 8)})`}
    name="Your report"
    description="The status of a report."
    path={`/reports/${id}`}
    isUnlisted
  >
    <h1>Your report</h1>
    <p role="status">
      <strong>{report.status === 'acted on' ? 'Acted on' : report.status === 'open' ? 'Open' : 'Dismissed'}.</strong>{' '}
      {STATES[report.status]}
    </p>
    <p class="meta">
      {report.list !== null && <NameLink to={listPath(site, report.list.slug)} name={visibleName(report.list.name)} />}
      <span>{reasonWords(report.sent.reason)}</span>
      <EventTime event="sent" at={report.sent.created} />
      {report.closed !== null && <EventTime event="closed" at={report.closed} />}
    </p>
  </Page>
)

/** The page about a report that was only counted, because the list has many open ones. */
const CountedReportPage = ({ site }: { site: Site }) => (
  <Page
    site={site}
    title="Your report was counted"
    description="Your report was counted."
    path="/reports/counted"
    isUnlisted
  >
    <h1>Your report was counted</h1>
    <p role="status">
      Thank you. This list already has many open reports, so that yours was added to their number. What you wrote was
      not stored. A moderator will look at the list.
    </p>
  </Page>
)

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

export const countedReportPage = ({ urls }: OwnContext): Buffer => documentOf(<CountedReportPage site={siteOf(urls)} />)
