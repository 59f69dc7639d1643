import type { PasskeySupport } from '../../accounts/passkeys/webauthn.ts'
import { sessionsOf } from '../../accounts/sessions/service.ts'
import { providerOfIssuer } from '../../accounts/settings.ts'
import { signInMethodsOf } from '../../accounts/sign-in/methods-service.ts'
import type { AccountContext } from '../../accounts/sign-in/service.ts'
import { countValidTokens } from '../../accounts/tokens/queries.ts'
import type { Session } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { pageOfLists } from '../../lists/collection/service.ts'
import { addCounts, countLists } from '../../lists/queries.ts'
import { listSummary } from '../../lists/view.ts'
import { reasonsFor } from '../../moderation/reasons-service.ts'
import { visibleName } from '../../text/harmless.ts'
import { timestamp } from '../../text/timestamp.ts'
import { documentOf } from '../components/document.tsx'
import { shownList } from '../components/shown-list.tsx'
import { siteOf } from '../components/site.ts'
import { EMPTY_FORM, type FormState } from '../form/state.ts'
import type { AccountFrame } from './page.tsx'
import { ListsTab, SIZE } from './page.tsx'
import { SecurityTab } from './security-page.tsx'

export type OwnContext = Context & AccountContext

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

export async function accountFrame(
  { db, clock, urls }: Pick<Context, 'db' | 'clock' | 'urls'>,
  { actor: { user, suspension } }: Session,
): Promise<AccountFrame> {
  const [lists, tokens] = await Promise.all([
    countLists(db, { owner: user.id }, clock()),
    countValidTokens(db, user.id, clock()),
  ])
  return { site: siteOf(urls), user, suspension, counts: { lists, tokens } }
}

export async function listsTab(
  context: OwnContext,
  session: Session,
  { page, unknown }: { page: number; unknown: readonly string[] },
): Promise<Buffer> {
  const { id } = session.actor.user
  const [frame, statements, { rows }] = await Promise.all([
    accountFrame(context, session),
    reasonsFor(context, id),
    pageOfLists(context, { owner: id }, NEWEST_FIRST, { skip: (page - 1) * SIZE, take: SIZE }),
  ])
  await addCounts(context.db, rows)
  const lists = rows.map((row) => shownList(listSummary(row, context.urls)))
  return documentOf(<ListsTab {...{ ...frame, statements, lists, page, unknown }} now={context.clock()} />)
}

export async function securityTab(
  context: OwnContext,
  session: Session,
  { passkeys: support, form = EMPTY_FORM }: { passkeys: PasskeySupport; form?: FormState },
): Promise<Buffer> {
  const { accounts } = context
  const { id } = session.actor.user
  const [frame, { passkeys, identities, codes }, sessions] = await Promise.all([
    accountFrame(context, session),
    signInMethodsOf(context.db, id),
    sessionsOf(context, id),
  ])
  const connected = identities.map(({ id, issuer, lastUsedAt }) => ({
    id,
    label: providerOfIssuer(accounts, issuer)?.label ?? new URL(issuer).host,
    lastUsedAt,
  }))
  const isConnected = (name: string) =>
    identities.some(({ issuer }) => providerOfIssuer(accounts, issuer)?.name === name)
  return documentOf(
    <SecurityTab
      {...{ ...frame, form, support, passkeys, codes, connected }}
      connectable={accounts.providers.filter(({ name }) => !isConnected(name))}
      sessions={sessions.map((one) => ({ ...one, isThis: one.id === session.id }))}
    />,
  )
}
