import type { PasskeySupport } from '../../accounts/passkeys/relying-party.ts'
import { sessionsOf } from '../../accounts/sessions/service.ts'
import { providerOfIssuer } from '../../accounts/settings.ts'
import type { AccountContext } from '../../accounts/sign-in/service.ts'
import { waysInOf } from '../../accounts/ways-in/service.ts'
import type { Session } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { pageOfLists } from '../../lists/collection/service.ts'
import { listSummary } from '../../lists/view.ts'
import { statementsFor } from '../../moderation/statements/service.ts'
import { visibleName } from '../../text/harmless.ts'
import { timestamp } from '../../text/timestamp.ts'
import { EMPTY_FORM, type FormState } from '../form/state.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { AccountPage, SIZE } from './page.tsx'

/** The context of the pages of an account. */
export type OwnContext = Context & AccountContext

interface ShownAccount {
  passkeys: PasskeySupport
  page?: number
  form?: FormState
}

const NEWEST_FIRST = { by: 'createdAt', direction: 'desc' } as const

/** Number of lists that pages for everybody name as the reader's. */
const NAMED = 12

/** Returns the newest lists of the session's user, unlisted ones too. */
export async function newestOwnLists(context: OwnContext, { actor: { user } }: Session) {
  const { rows } = await pageOfLists(context, { owner: user.id }, NEWEST_FIRST, { skip: 0, take: NAMED })
  return rows.map(({ slug, name, version, private: isPrivate, updatedAt }) => ({
    ...{ slug, name: visibleName(name), version: version && visibleName(version) },
    ...{ private: isPrivate, updated: timestamp(updatedAt) },
  }))
}

/** Renders the page of the session's account. */
export async function accountPage(
  context: OwnContext,
  { id: sessionId, actor: { user, suspension } }: Session,
  { passkeys: support, page = 1, form = EMPTY_FORM }: ShownAccount,
): Promise<Buffer> {
  const { accounts, urls } = context
  const [{ passkeys, identities, codes }, sessions, statements, { rows, total }] = await Promise.all([
    waysInOf(context.db, user.id),
    sessionsOf(context, user.id),
    statementsFor(context, user.id),
    pageOfLists(context, { owner: user.id }, NEWEST_FIRST, { skip: (page - 1) * SIZE, take: SIZE }),
  ])
  const connected = identities.map(({ id, issuer, lastUsedAt }) => ({
    id,
    label: providerOfIssuer(accounts, issuer)?.label ?? new URL(issuer).host,
    lastUsedAt,
  }))
  const isConnected = (name: string) =>
    identities.some(({ issuer }) => providerOfIssuer(accounts, issuer)?.name === name)
  return documentOf(
    <AccountPage
      site={siteOf(urls)}
      now={context.clock()}
      user={user}
      form={form}
      support={support}
      passkeys={passkeys}
      codes={codes}
      connected={connected}
      connectable={accounts.providers.filter(({ name }) => !isConnected(name))}
      sessions={sessions.map((session) => ({ ...session, isThis: session.id === sessionId }))}
      suspension={suspension}
      statements={statements}
      lists={rows.map((row) => listSummary(row, urls))}
      total={total}
      page={page}
    />,
  )
}
