import type { Suspension } from '../../actor.ts'
import type { StatementOfReasons } from '../../moderation/reasons-service.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { SubmitButton } from '../form/field.tsx'
import { Name } from '../parts/shown-list.tsx'
import { listPath, type Site } from '../parts/site.ts'
import { Time } from '../parts/time.tsx'

/** Says that the reader is suspended, and why. */
export const SuspensionNotice = ({ suspension }: { suspension: Suspension | null }) =>
  suspension !== null && (
    <p class="notes">
      Your account is suspended{suspension.until !== null && ' until '}
      {suspension.until !== null && <Time at={suspension.until} />}: {harmless(suspension.reason)} You can read and
      download what is yours, and delete your whole account, but not upload or change anything.
    </p>
  )

interface StatementListData {
  site: Site
  statements: readonly StatementOfReasons[]
  isSuspended: boolean
}

/** Shows why the reader's lists were hidden or deleted. Hidden lists can be downloaded and deleted. */
export const StatementList = ({ site, statements, isSuspended }: StatementListData) =>
  statements.length > 0 && (
    <section aria-labelledby="statements">
      <h2 id="statements">Taken down</h2>
      <ul class="cards">
        {statements.map(({ action, reason, slug, name, createdAt }) => (
          <li key={slug} class="card">
            <h3>
              <Name of={visibleName(name)} />
            </h3>
            <p>
              {action === 'hide' ? 'Hidden' : 'Deleted'} by moderators on <Time at={createdAt} />:
            </p>
            <p class="description">{harmless(reason)}</p>
            {action === 'hide' && (
              <form method="post" action={`${listPath(site, slug)}/hidden/download`}>
                <p class="actions">
                  <SubmitButton text="Download zip" class="plain" />
                  {!isSuspended && (
                    <SubmitButton text="Delete for good" to={`${listPath(site, slug)}/delete`} class="danger" />
                  )}
                </p>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
