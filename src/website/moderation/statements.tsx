import type { Suspension } from '../../actor.ts'
import type { Statement } from '../../moderation/statements/queries.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { timestamp } from '../../text/timestamp.ts'
import { Name } from '../parts/shown-list.tsx'
import type { Site } from '../parts/site.ts'
import { Time } from '../parts/time.tsx'

/** Says that the reader is suspended, and why. */
export const SuspensionNotice = ({ suspension }: { suspension: Suspension | null }) =>
  suspension !== null && (
    <p class="notes">
      Your account is suspended{suspension.until !== null && ' until '}
      {suspension.until !== null && <Time at={timestamp(suspension.until)} />}: {harmless(suspension.reason)} You can
      read and download what is yours, but not upload or change it.
    </p>
  )

/** Shows why the reader's lists were hidden or deleted. Hidden lists can be downloaded and deleted. */
export const StatementList = ({ site, statements }: { site: Site; statements: readonly Statement[] }) =>
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
              {action === 'hide' ? 'Hidden' : 'Deleted'} by moderators on <Time at={timestamp(createdAt)} />:
            </p>
            <p class="description">{harmless(reason)}</p>
            {action === 'hide' && (
              <form method="post" action={`${site.base}/account/hidden/delete`}>
                <input type="hidden" name="slug" value={slug} />
                <p class="actions">
                  <a class="button" href={`${site.base}/account/hidden/${slug}/download`}>
                    Download zip
                  </a>
                  <button type="submit">Delete for good</button>
                </p>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
