import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listValidTokens } from '../../../accounts/tokens/queries.ts'
import { makeOwnToken, revokeOwnToken } from '../../../accounts/tokens/service.ts'
import { ABILITIES, abilitiesOf, type Session } from '../../../actor.ts'
import type { Context } from '../../../context.ts'
import { requireSession, requireSessions } from '../../../http/request/session.ts'
import { HTML } from '../../../http/response/headers.ts'
import { documentOf } from '../../components/document.tsx'
import { siteOf } from '../../components/site.ts'
import { formAgain } from '../../form/again.ts'
import { EMPTY_FORM, type FormState, formOf, IdForm, text } from '../../form/state.ts'
import { accountFrame } from '../service.tsx'
import { TokensPage } from './page.tsx'

const TokenForm = formOf({ label: text, lifetime: text, 'abilities[]': z.array(z.string()).catch([]) })

/** The tab of the account with API tokens. It also has an address of its own, which programs and documents name. */
export const tokenRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  requireSessions(app)

  app.get('/account/tokens', {
    handler: async ({ session }, reply) => reply.type(HTML).send(await tokensPage(context, requireSession(session))),
  })

  app.post('/account/tokens', {
    schema: { body: TokenForm },
    errorHandler: formAgain(({ session, body }, form) =>
      tokensPage(context, requireSession(session), { form, chosen: TokenForm.parse(body)['abilities[]'] }),
    ),
    handler: async ({ session, body }, reply) => {
      const { label, lifetime, 'abilities[]': abilities } = body
      const own = requireSession(session)
      const made = await makeOwnToken(context, own, { label, lifetime, abilities })
      return reply.type(HTML).send(await tokensPage(context, own, { made }))
    },
  })

  app.post('/account/tokens/revoke', {
    config: { worksOnFullDisk: true },
    schema: { body: IdForm },
    handler: async (request, reply) => {
      await revokeOwnToken(context, requireSession(request.session).actor.user.id, request.body.id)
      return reply.redirect(`${siteOf(context.urls).base}/account?tab=tokens`, 303)
    },
  })
}

interface ShownTokens {
  made?: string
  form?: FormState
  chosen?: readonly string[]
}

export async function tokensPage(
  context: Pick<Context, 'db' | 'clock' | 'urls'>,
  session: Session,
  { made, form = EMPTY_FORM, chosen = ABILITIES }: ShownTokens = {},
): Promise<Buffer> {
  const { user } = session.actor
  const [frame, tokens] = await Promise.all([
    accountFrame(context, session),
    listValidTokens(context.db, user.id, context.clock()),
  ])
  return documentOf(<TokensPage {...{ ...frame, form, chosen, made, tokens }} abilities={abilitiesOf(user)} />)
}
