import type { CaseDetail } from '../../moderation/cases/schemas.ts'
import { counted, sizeText } from '../../text/amounts.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { uniqueTitle } from '../components/list-row.tsx'
import { Name } from '../components/shown-list.tsx'
import { listPath, type Site } from '../components/site.ts'
import { EventTime, Time } from '../components/time.tsx'
import { CheckField, Problems, SubmitButton, TextArea } from '../form/field.tsx'
import type { FormState } from '../form/state.ts'
import { casePath, Entries, Frame, reasonWords } from './log-page.tsx'

export const CasePage = ({ site, found, form }: { site: Site; found: CaseDetail; form: FormState }) => (
  <Frame
    site={site}
    title={`Case: ${uniqueTitle(found)}`}
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
      <EventTime event="created" at={found.created} />
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
      <form class="upload" method="post" action={casePath(site, slug)} noValidate>
        <Problems form={form} heading="Nothing was changed:" />
        <input type="hidden" name="last_action" value={last ?? ''} />
        <TextArea
          form={form}
          name="reason"
          label="Reason"
          rows={3}
          hint="The author sees it if the list is hidden or deleted. It is kept in the log."
        />
        <CheckField form={form} name="block_files" label="Block its files: nobody can upload them again" />
        {author !== null && (
          <CheckField
            form={form}
            name="suspend_author"
            label={`Suspend ${visibleName(author)}: no more uploads or changes`}
          />
        )}
        <p class="actions">
          {reports.length + more > 0 && (
            <Do action="dismiss" class="plain">
              Dismiss reports
            </Do>
          )}
          {hidden === null ? (
            <Do action="hide" class="danger">
              Hide list
            </Do>
          ) : (
            <Do action="show" class="plain">
              Show list again
            </Do>
          )}
          <Do action="delete" class="danger">
            Delete list
          </Do>
        </p>
      </form>
    </section>
  )
}

const Do = ({ action, children, ...look }: { action: string; children: string; class?: string }) => (
  <SubmitButton text={children} name="action" value={action} {...look} />
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
        <ol class="lines">
          {lines.map((line, at) => (
            <li key={at}>{harmless(line)}</li>
          ))}
        </ol>
      </details>
    ))}
  </section>
)
