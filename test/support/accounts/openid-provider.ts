import type { RequestListener } from 'node:http'
import { Provider } from 'oidc-provider'
import type { Provider as ProviderSettings } from '../../../src/accounts/settings.ts'
import { TIMEOUTS } from '../database/own.ts'
import { cookieHeader, type Jar, keepCookies } from '../requests/browser-forms.ts'
import { listen } from '../requests/listen.ts'

/** Runs a real OpenID Connect provider that accepts any name without a password. */
export async function openIdProvider(name: string, redirectUris: string[]): Promise<ProviderSettings> {
  let handler: RequestListener = () => {}
  const issuer = await listen((request, response) => handler(request, response))
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'catalog',
        client_secret: 'secret of the client',
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, preferred_username: id }) }),
    cookies: { keys: ['test'] },
  })
  handler = provider.callback()
  return {
    name,
    label: `The ${name}`,
    issuer,
    clientId: 'catalog',
    clientSecret: 'secret of the client',
    timeoutMs: TIMEOUTS.statement,
  }
}

/** Signs in at the provider like a browser. Returns the path and query of the redirect back to the website. */
export async function signInAtProvider(address: string, login: string): Promise<string> {
  const jar: Jar = new Map()
  let [next, form] = [address, undefined as URLSearchParams | undefined]
  for (let steps = 0; steps < 12; steps++) {
    const answer = await fetch(next, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: cookieHeader(jar) },
      ...(form !== undefined && { body: form }),
    })
    keepCookies(jar, answer.headers.getSetCookie())
    const location = answer.headers.get('location')
    const text = await answer.text()
    if (location !== null) {
      next = new URL(location, next).href
      form = undefined
      if (new URL(next).pathname.endsWith('/callback')) return new URL(next).pathname + new URL(next).search
    } else {
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(text) ?? []
      if (prompt === undefined) throw new Error(`The provider said ${answer.status}: ${text.slice(0, 500)}`)
      const [, action = next] = /action="([^"]+)"/.exec(text) ?? []
      next = new URL(action, next).href
      form = new URLSearchParams({ prompt, login, password: 'any' })
    }
  }
  throw new Error('The provider leads nowhere.')
}
