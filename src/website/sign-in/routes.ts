import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { askForNewAccount, askForPasskey, registerByPasskey, signInByPasskey } from '../../accounts/passkeys/service.ts'
import { loadWebAuthn } from '../../accounts/passkeys/webauthn.ts'
import { signInByCode } from '../../accounts/recovery-service.ts'
import { type Browser, endSessionOf } from '../../accounts/sessions/service.ts'
import { createAccount, findStep } from '../../accounts/sign-in/service.ts'
import { keepPrivate, requireOwnForm } from '../../http/request/session.ts'
import { HTML } from '../../http/response/headers.ts'
import { siteOf } from '../components/site.ts'
import { formAgain } from '../form/again.ts'
import { formOf, text } from '../form/state.ts'
import {
  type AccountRoutesOptions,
  addressAtLocalhost,
  ownOrigins,
  requireParty,
  returnPath,
  supportAt,
} from './options.ts'
import { codesPage, namePage, recoverPage, signInPage } from './page.tsx'
import { providerRoutes } from './providers/routes.tsx'

const Wanted = z.object({ return_to: z.unknown().optional() })
const PasskeyForm = formOf({ return_to: text, response: text })
const NameForm = formOf({ return_to: text, name: text, response: text })
const CodeForm = formOf({ return_to: text, code: text })

/** The pages to sign in and to create accounts. A GET never changes anything. */
export const signInRoutes: FastifyPluginAsyncZod<AccountRoutesOptions> = async (app, options) => {
  const { context, steps, session } = options
  const site = () => siteOf(context.urls) // known once the service listens

  app.addHook('onRequest', async (request, reply) => {
    keepPrivate(reply)
    if (request.method === 'POST') requireOwnForm(request, ownOrigins(context, request))
    const address = addressAtLocalhost(site().url, request)
    if (address !== undefined && request.method === 'GET') return reply.redirect(address, 303)
  })
  await app.register(providerRoutes, options)

  app.get('/sign-in', {
    config: { session: 'optional', hidesQuery: true },
    schema: { querystring: Wanted },
    handler: async (request, reply) => {
      const returnTo = returnPath(site(), request.query.return_to)
      if (request.session !== null) return reply.redirect(returnTo, 303)
      loadWebAuthn().catch(() => {}) // so that it is ready when the form is sent
      return reply.type(HTML).send(signInPage(context, { passkeys: supportAt(context, request), returnTo }))
    },
  })

  app.post('/sign-in/passkey/options', {
    config: { worksOnFullDisk: true },
    schema: { body: PasskeyForm },
    handler: async (request, reply) => {
      const { secret, options } = await askForPasskey(
        context,
        requireParty(context, request),
        returnPath(site(), request.body.return_to),
      )
      steps.add(request, reply, secret)
      return reply.send(options)
    },
  })

  app.post('/sign-in/passkey', {
    config: { worksOnFullDisk: true },
    schema: { body: PasskeyForm },
    errorHandler: formAgain((request, form) =>
      signInPage(context, { passkeys: supportAt(context, request), ...shownAgain(request), form }),
    ),
    handler: async (request, reply) => {
      const { secret, returnTo } = await signInByPasskey(
        context,
        requireParty(context, request),
        steps.of(request),
        request.body.response,
        browserOf(request),
        (warning) => request.log.warn(warning),
      )
      return enter(request, reply, secret).redirect(returnTo, 303)
    },
  })

  app.get('/sign-in/name', {
    config: { hidesQuery: true },
    schema: { querystring: Wanted },
    handler: async (request, reply) => {
      const pending = await findStep(context, 'name', steps.of(request))
      const returnTo = pending?.returnTo ?? returnPath(site(), request.query.return_to)
      const form = { values: { name: pending?.suggestion ?? '' }, errors: {} }
      const shown = { passkeys: supportAt(context, request), returnTo, form }
      return reply.type(HTML).send(namePage(context, providerOf(pending), shown))
    },
  })

  app.post('/sign-in/name/options', {
    schema: { body: NameForm },
    handler: async (request, reply) => {
      const { name, return_to: wanted } = request.body
      const { secret, options } = await askForNewAccount(context, requireParty(context, request), {
        name: name.normalize('NFC'),
        returnTo: returnPath(site(), wanted),
      })
      steps.add(request, reply, secret)
      return reply.send(options)
    },
  })

  app.post('/sign-in/name', {
    schema: { body: NameForm },
    errorHandler: formAgain(async (request, form) => {
      const pending = await findStep(context, 'name', steps.of(request))
      const shown = { passkeys: supportAt(context, request), ...shownAgain(request), ...pending, form }
      return namePage(context, providerOf(pending), shown)
    }),
    handler: async (request, reply) => {
      const { name, response } = request.body
      const pending = response === '' ? await findStep(context, 'name', steps.of(request)) : null
      if (pending !== null) {
        const { issuer, subject, returnTo, secret: step } = pending
        const way = { identity: { issuer, subject }, pending: step }
        const { secret } = await createAccount(context, name.normalize('NFC'), way, browserOf(request))
        return enter(request, reply, secret).redirect(returnTo, 303)
      }
      const party = requireParty(context, request)
      const { secret, codes, returnTo } = await registerByPasskey(
        context,
        party,
        steps.of(request),
        response,
        browserOf(request),
      )
      return enter(request, reply, secret)
        .type(HTML)
        .send(codesPage(context, 'Your account is ready', codes, returnTo))
    },
  })

  app.get('/sign-in/recover', {
    config: { hidesQuery: true },
    schema: { querystring: Wanted },
    handler: async (request, reply) =>
      reply.type(HTML).send(recoverPage(context, returnPath(site(), request.query.return_to))),
  })

  app.post('/sign-in/recover', {
    config: { worksOnFullDisk: true },
    schema: { body: CodeForm },
    errorHandler: formAgain((request, form) => recoverPage(context, shownAgain(request).returnTo, form)),
    handler: async (request, reply) => {
      const secret = await signInByCode(context, request.body.code, browserOf(request))
      return enter(request, reply, secret).redirect(returnPath(site(), request.body.return_to), 303)
    },
  })

  app.post('/sign-out', {
    config: { worksOnFullDisk: true },
    handler: async (request, reply) => {
      const secret = session.secretOf(request)
      if (secret !== undefined) await endSessionOf(context.db, secret)
      session.clear(reply)
      return reply.redirect(`${site().base}/`, 303)
    },
  })

  const browserOf = (request: FastifyRequest): Browser => ({
    userAgent: request.headers['user-agent'],
    oldSession: session.secretOf(request),
  })

  /** Sets the cookie of the new session, and clears that of the step that is done. */
  function enter(request: FastifyRequest, reply: FastifyReply, secret: string): FastifyReply {
    session.set(reply, secret)
    steps.settle(request, reply)
    return reply
  }

  /** Returns the path to continue at for a form that is shown again. */
  const shownAgain = ({ body }: FastifyRequest) => ({
    returnTo: returnPath(site(), Wanted.safeParse(body).data?.return_to),
  })

  const providerOf = (pending: { provider: string } | null) =>
    context.accounts.providers.find(({ name }) => name === pending?.provider)
}
