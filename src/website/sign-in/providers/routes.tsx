import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type ProviderClient, providerClient } from '../../../accounts/providers/client.ts'
import { askProvider, handleResponse } from '../../../accounts/providers/service.ts'
import type { Provider } from '../../../accounts/settings.ts'
import { removeSignInMethod } from '../../../accounts/sign-in/methods-service.ts'
import { notFound } from '../../../errors.ts'
import { HTML } from '../../../http/response/headers.ts'
import { securityTab } from '../../account/service.tsx'
import { assetPath } from '../../assets.ts'
import { documentOf } from '../../components/document.tsx'
import { type Site, siteOf } from '../../components/site.ts'
import { formAgain } from '../../form/again.ts'
import { formOf, IdForm, text } from '../../form/state.ts'
import { type AccountRoutesOptions, accountOf, requireOwnHost, returnPath, supportAt } from '../options.ts'
import { signInPage } from '../page.tsx'

const Params = z.object({ provider: z.string() })
const StartForm = formOf({ return_to: text })

/** Sign-in by OpenID Connect providers, and connecting them to an account. Registered below the routes of the sign-in. */
export const providerRoutes: FastifyPluginAsyncZod<AccountRoutesOptions> = async (app, { context, steps, session }) => {
  const clients = new Map(
    context.accounts.providers.map((provider) => [provider.name, providerClient(provider, context.clock)]),
  )
  const site = () => siteOf(context.urls)
  const required = { session: 'required' } as const

  function requireClient(name: string): ProviderClient {
    const client = clients.get(name)
    if (client === undefined) throw notFound('Provider')
    return client
  }

  /** Shows the error on the sign-in page, or on the account's page for the ways to sign in if the reader is signed in. */
  const again = formAgain((request, form) => {
    const passkeys = supportAt(context, request)
    if (request.session !== null) return securityTab(context, request.session, { passkeys, form })
    return signInPage(context, { passkeys, returnTo: returnPath(site(), form.values.return_to), form })
  })
  const errorHandler: typeof again = (thrown, request, reply) => {
    const { returnTo } = thrown as { returnTo?: string }
    if (returnTo !== undefined) request.typed = { values: { return_to: returnTo }, errors: {} }
    if (thrown.cause !== undefined) request.log.warn({ err: thrown.cause }, 'sign-in at a provider failed')
    return again(thrown, request, reply)
  }

  async function leave(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    returnTo: string,
    account: { userId: number; sessionId: number } | null,
  ) {
    const client = requireClient(name)
    requireOwnHost(context, request)
    const redirectUri = `${site().url}/sign-in/${name}/callback`
    const { secret, address } = await askProvider(context, client, { redirectUri, returnTo, account })
    steps.add(request, reply, secret)
    return reply.type(HTML).send(leavingPage(site(), client.provider, address))
  }

  app.post('/sign-in/:provider/start', {
    config: { worksOnFullDisk: true },
    schema: { params: Params, body: StartForm },
    errorHandler,
    handler: (request, reply) =>
      leave(request, reply, request.params.provider, returnPath(site(), request.body.return_to), null),
  })

  app.post('/account/providers/:provider', {
    config: required,
    schema: { params: Params },
    errorHandler,
    handler: (request, reply) =>
      leave(request, reply, request.params.provider, `${site().base}/account`, accountOf(request)),
  })

  app.post('/account/disconnect', {
    config: { session: 'required', worksOnFullDisk: true },
    schema: { body: IdForm },
    errorHandler,
    handler: async (request, reply) => {
      await removeSignInMethod(context, accountOf(request), 'identity', request.body.id)
      return reply.redirect(`${site().base}/account?tab=security#providers`, 303)
    },
  })

  /** The only GET that signs in. State, nonce and the cookie prove that this browser started it. */
  app.get('/sign-in/:provider/callback', {
    config: { session: 'optional', hidesQuery: true },
    exposeHeadRoute: false, // HEAD would use up the step
    schema: { params: Params },
    errorHandler,
    handler: async (request, reply) => {
      const client = requireClient(request.params.provider)
      const query = /\?.*/s.exec(request.url)?.[0] ?? ''
      const browser = { userAgent: request.headers['user-agent'], oldSession: session.secretOf(request) }
      const own = request.session === null ? null : accountOf(request)
      const answer = await handleResponse(context, client, steps.of(request), query, own, browser)
      if ('pending' in answer) {
        steps.add(request, reply, answer.pending)
        return reply.redirect(`${site().base}/sign-in/name`, 303)
      }
      steps.settle(request, reply)
      if ('connected' in answer) return reply.redirect(`${site().base}/account?tab=security#providers`, 303)
      session.set(reply, answer.session)
      return reply.redirect(answer.returnTo, 303)
    },
  })
}

/** Renders a page that sends the browser to a provider: our CSP forbids a form's redirect to another site. */
const leavingPage = (site: Site, provider: Provider, address: URL): Buffer =>
  documentOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Sign in with {provider.label}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta http-equiv="refresh" content={`0; url=${address.href}`} />
        <link rel="stylesheet" href={site.base + assetPath('style.css')} />
      </head>
      <body>
        <main>
          <h1>Sign in with {provider.label}</h1>
          <p>
            <a href={address.href} rel="noreferrer">
              Continue at {address.host}
            </a>
          </p>
        </main>
      </body>
    </html>,
  )
