import type { CaseDetail, CaseSummary, LogEntry } from '../../moderation/cases/schemas.ts'
import { REPORT_REASONS, type ReportReason } from '../../moderation/reports/schemas.ts'
import { counted, sizeText } from '../../text/amounts.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { Problems, TextArea } from '../form/field.tsx'
import type { FormState } from '../form/state.ts'
import { Page, type PageHead } from '../parts/document.tsx'
import { Pager } from '../parts/pager.tsx'
import { Name } from '../parts/shown-list.tsx'
import { listPath, type Site } from '../parts/site.ts'
import { Time } from '../parts/time.tsx'

/** Returns the path of the page on which a moderator acts on a list. */
export const casePath = ({ base }: Site, slug: string): string => `${base}/moderation/lists/${slug}`

const Frame = ({ children, ...head }: Omit<PageHead, 'description' | 'isUnlisted'>) => (
  <Page {...head} description="For moderators." isUnlisted>
    {children}
  </Page>
)

interface Paged<Item> {
  site: Site
  items: readonly Item[]
  total: number
  page: number
  lastPage: number
}

/** The page of open cases, oldest first. */
export const CasesPage = ({ site, items, total, page, lastPage }: Paged<CaseSummary>) => (
  <Frame site={site} title="Moderation" path="/moderation">
    <h1>Moderation</h1>
    <p class="meta">
      <span>{total === 0 ? 'no open cases' : `${counted(total, 'open case')}, oldest first`}</span>
      <a href={`${site.base}/moderation/log`}>Log</a>
    </p>
    {total === 0 && <p class="empty">Nothing to do. A list can also be acted on from its “Report” page.</p>}
    <ul class="cards">
      {items.map(({ slug, name, author, bytes, since, reasons, more, hidden }) => (
        <li key={slug} class="card">
          <h2>
            <a href={casePath(site, slug)}>
              <Name of={visibleName(name)} />
            </a>
          </h2>
          <p>{reasonsText(reasons, more)}</p>
          <p class="meta">
            <span>{author === null ? 'anonymous' : <Name of={visibleName(author)} />}</span>
            <span>{sizeText(bytes)}</span>
            {hidden && <span>hidden</span>}
            <span class="times">
              since <Time at={since} />
            </span>
          </p>
        </li>
      ))}
    </ul>
    <Pager page={page} lastPage={lastPage} address={(number) => `${site.base}/moderation?page=${number}`} />
  </Frame>
)

const reasonWords = (reason: string) => REPORT_REASONS[reason as ReportReason] ?? reason

const reasonsText = (reasons: Readonly<Record<string, number>>, more: number) =>
  [
    ...Object.entries(reasons).map(([reason, count]) => `${reasonWords(reason)} (${count})`),
    ...(more > 0 ? [`${more} more`] : []),
  ].join(', ')

/** The page of a list as moderators see it, with the actions on it. */
export const CasePage = ({ site, found, form }: { site: Site; found: CaseDetail; form: FormState }) => (
  <Frame
    site={site}
    title={`Case: ${visibleName(found.name)} (${found.slug})`}
    name={`Case: ${visibleName(found.name)}`}
    path={`/moderation/lists/${found.slug}`}
  >
    <h1>
      <Name of={visibleName(found.name)} />
    </h1>
    <p class="meta">
      <a href={`${site.base}/moderation`}>All cases</a>
      {found.hidden === null ? <a href={listPath(site, found.slug)}>The list</a> : <strong>Hidden</strong>}
      <span>{found.author === null ? 'anonymous' : <Name of={visibleName(found.author)} />}</span>
      {found.private && <span>unlisted</span>}
      <span>{sizeText(found.bytes)}</span>
      <span class="times">
        created <Time at={found.created} />
      </span>
    </p>
    {found.description !== null && <p class="description">{harmless(found.description)}</p>}
    <Reports found={found} />
    <Decision site={site} found={found} form={form} />
    <Files files={found.files} />
    {found.actions.length > 0 && (
      <section aria-labelledby="done">
        <h2 id="done">Earlier actions</h2>
        <Entries entries={found.actions} />
      </section>
    )}
  </Frame>
)

const Reports = ({ found: { reports, more } }: { found: CaseDetail }) => (
  <section aria-labelledby="reports">
    <h2 id="reports">Open reports ({reports.length + more})</h2>
    {reports.length === 0 && <p class="empty">No open reports.</p>}
    <ul class="cards">
      {reports.map(({ id, reason, text, contact, created }) => (
        <li key={id} class="card">
          <h3>{reasonWords(reason)}</h3>
          {text !== null && <p class="description">{harmless(text)}</p>}
          <p class="meta">
            {contact !== null && <span>Contact: {harmless(contact)}</span>}
            <Time at={created} />
          </p>
        </li>
      ))}
    </ul>
    {more > 0 && <p>{counted(more, 'more report')} counted, but not stored.</p>}
  </section>
)

function Decision({ site, found, form }: { site: Site; found: CaseDetail; form: FormState }) {
  const { slug, hidden, author, reports, more, last_action: last } = found
  return (
    <section aria-labelledby="decide">
      <h2 id="decide">Decide</h2>
      <form method="post" action={casePath(site, slug)} noValidate>
        <Problems form={form} heading="Nothing was changed:" />
        <input type="hidden" name="last_action" value={last ?? ''} />
        <TextArea
          form={form}
          name="reason"
          label="Reason"
          rows={3}
          hint="The author sees it if the list is hidden or deleted. It is kept in the log."
        />
        <Tick form={form} name="block_files" label="Block its files: nobody can upload them again" />
        {author !== null && (
          <Tick
            form={form}
            name="suspend_author"
            label={`Suspend ${visibleName(author)}: no more uploads or changes`}
          />
        )}
        <p class="actions">
          {reports.length + more > 0 && <Do action="dismiss">Dismiss reports</Do>}
          {hidden === null ? <Do action="hide">Hide list</Do> : <Do action="show">Show list again</Do>}
          <Do action="delete">Delete list</Do>
        </p>
      </form>
    </section>
  )
}

const Do = ({ action, children }: { action: string; children: string }) => (
  <button type="submit" name="action" value={action}>
    {children}
  </button>
)

const Tick = ({ form, name, label }: { form: FormState; name: string; label: string }) => (
  <label class="tick">
    <input type="checkbox" name={name} value="on" checked={form.values[name] === 'on'} /> {label}
  </label>
)

const Files = ({ files }: Pick<CaseDetail, 'files'>) => (
  <section aria-labelledby="files">
    <h2 id="files">Files</h2>
    {files.map(({ name, bytes, lines, other_lists: others, blocked }) => (
      <details key={name} open>
        <summary>
          <h3>
            <Name of={visibleName(name)} />
          </h3>
        </summary>
        <p class="meta">
          <span>{sizeText(bytes)}</span>
          <span>{others === 0 ? 'in no other list' : `also in ${counted(others, 'other list')}`}</span>
          {blocked && <span>blocked</span>}
        </p>
        <pre class="lines">{lines.map((line) => `${harmless(line)}\n`).join('')}</pre>
      </details>
    ))}
  </section>
)

/** The page of the log: all actions, latest first. */
export const LogPage = ({ site, items, page, lastPage }: Paged<LogEntry>) => (
  <Frame
    site={site}
    title={page > 1 ? `Moderation log, page ${page}` : 'Moderation log'}
    name="Moderation log"
    path="/moderation/log"
  >
    <h1>Moderation log</h1>
    <p class="meta">
      <a href={`${site.base}/moderation`}>Open cases</a>
      <span>latest first; nobody can change an entry</span>
    </p>
    <Entries entries={items} site={site} />
    <Pager page={page} lastPage={lastPage} address={(number) => `${site.base}/moderation/log?page=${number}`} />
  </Frame>
)

const WORDS: Record<LogEntry['action'], string> = {
  dismiss: 'Dismissed reports',
  hide: 'Hid',
  show: 'Showed again',
  delete: 'Deleted',
  block: 'Blocked a file',
  unblock: 'Unblocked a file',
  suspend: 'Suspended',
  'end suspension': 'Ended the suspension',
  'make moderator': 'Made a moderator',
  'end moderator': 'Ended a moderator',
}

const Entries = ({ entries, site }: { entries: readonly LogEntry[]; site?: Site }) => {
  const Heading = site === undefined ? 'h3' : 'h2' // without a site, they are a section of a case's page
  return (
    <ul class="cards">
      {entries.map((entry) => (
        <li key={entry.id} class="card">
          <Heading>
            {WORDS[entry.action]}
            {entry.slug !== null && site !== undefined && (
              <>
                {': '}
                <a href={casePath(site, entry.slug)}>
                  <Name of={visibleName(entry.name ?? entry.slug)} />
                </a>
              </>
            )}
          </Heading>
          <p class="description">{harmless(entry.reason)}</p>
          <p class="meta">
            <span>by {entry.moderator === null ? 'the operator' : <Name of={visibleName(entry.moderator)} />}</span>
            {entry.user !== null && (
              <span>
                user <Name of={visibleName(entry.user)} />
              </span>
            )}
            {entry.reports > 0 && <span>{counted(entry.reports, 'report')} closed</span>}
            {entry.blocked_files > 0 && <span>{counted(entry.blocked_files, 'file')} blocked</span>}
            {entry.suspended && <span>author suspended</span>}
            <Time at={entry.created} />
          </p>
        </li>
      ))}
    </ul>
  )
}
