import { isConflict } from '../../db/failures.ts'
import { invalid } from '../../errors.ts'
import { suggestedName } from '../chosen-name.ts'
import { type Browser, changeAccount, type OwnSession, signIn } from '../sessions/service.ts'
import { insertIdentity } from '../sign-in/queries.ts'
import {
  type AccountContext,
  beginStep,
  type Details,
  finishStep,
  type Pending,
  requireOpen,
  stepIsOver,
} from '../sign-in/service.ts'
import { type ProviderClient, ProviderError, type ProviderIdentity } from './client.ts'

/** Starts a sign-in at a provider, or the connection of a provider to the account of a session. */
export async function askProvider(
  context: AccountContext,
  client: ProviderClient,
  input: Omit<Details<'provider'>, 'provider'>,
): Promise<{ secret: string; address: URL }> {
  const secret = await beginStep(context, 'provider', { ...input, provider: client.provider.name })
  return { secret, address: await client.authorizationUrl(secret, input.redirectUri).catch(explain(client)) }
}

/** The outcome of a provider's response: a session, a pending choice of a name, or a connected account. */
type Answered = { session: string; returnTo: string } | { pending: string } | { connected: true }

/**
 * Handles a provider's response, which must belong to an unused step of this browser and provider. An error has the
 * path to continue at as `returnTo`.
 */
export async function handleResponse(
  context: AccountContext,
  client: ProviderClient,
  steps: readonly string[],
  query: string,
  session: OwnSession | null,
  browser: Browser,
): Promise<Answered> {
  const details = await finishStep(
    context,
    'provider',
    steps,
    ({ provider, secret }) => provider === client.provider.name && client.isResponseTo(secret, query),
  )
  return finish(context, client, details, query, session, browser).catch((error: unknown) => {
    throw error instanceof Error ? Object.assign(error, { returnTo: details.returnTo }) : error
  })
}

async function finish(
  context: AccountContext,
  client: ProviderClient,
  details: Pending<'provider'>,
  query: string,
  session: OwnSession | null,
  browser: Browser,
): Promise<Answered> {
  const identity = await client.identify(details.secret, details.redirectUri, query).catch(explain(client))
  if (details.account !== null) return connect(context, client, identity, details.account, session)

  const { db, clock } = context
  const { issuer, subject } = identity
  const known = await db.identity.findUnique({ where: { issuer_subject: { issuer, subject } } })
  if (known !== null) {
    await db.identity.updateMany({ where: { id: known.id }, data: { lastUsedAt: clock() } })
    return { session: await signIn(context, db, known.userId, browser), returnTo: details.returnTo }
  }
  requireOpen(context.accounts)
  const { name, ...who } = identity
  const pending = await beginStep(context, 'name', {
    ...who,
    provider: client.provider.name,
    suggestion: suggestedName(name),
    returnTo: details.returnTo,
  })
  return { pending }
}

/** Connects an identity, which belongs to one account, to the account that started the step. */
async function connect(
  context: AccountContext,
  { provider }: ProviderClient,
  { issuer, subject }: ProviderIdentity,
  account: OwnSession,
  session: OwnSession | null,
): Promise<Answered> {
  if (session?.userId !== account.userId || session.sessionId !== account.sessionId) throw stepIsOver()
  const identity = { userId: account.userId, issuer, subject, createdAt: context.clock() }
  await changeAccount(context, account, (transaction) => insertIdentity(transaction, identity)).catch(
    (error: unknown) => {
      if (!isConflict(error)) throw error
      throw invalid({
        '': [`This account at ${provider.label} is already connected, or you have already connected another one.`],
      })
    },
  )
  return { connected: true }
}

const explain =
  ({ provider }: ProviderClient) =>
  (error: unknown): never => {
    if (!(error instanceof ProviderError)) throw error
    const text = `${provider.label} did not answer as it should, or you did not sign in there. Try again, or use another way.`
    throw Object.assign(invalid({ '': [text] }), { cause: error.cause })
  }
