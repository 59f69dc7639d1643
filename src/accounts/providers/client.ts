import type * as OpenIdClient from 'openid-client'
import { derivedSecret } from '../../secrets.ts'
import type { Provider } from '../settings.ts'

/*
 * OpenID Connect with one provider: authorization code with PKCE, state and nonce, by openid-client. Problem: a
 * provider may be down, hang, or send nonsense. Approach: discovery runs when somebody uses the provider, and is cached
 * for ten minutes. State, nonce and code verifier are derived from the cookie of the step. The signature of the ID
 * token is checked. Guarantee: each call ends within `timeoutMs`, reads at most a mebibyte, and gives an identity that
 * the provider signed for us, or a ProviderError. Tests: test/website/sign-in/providers.test.ts, with oidc-provider.
 */

/** A provider did not identify a user. The cause is for the log. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

export interface ProviderIdentity {
  issuer: string
  subject: string
  name: string
}

export type ProviderClient = ReturnType<typeof providerClient>

const TIMEOUT_MS = 15_000
const CACHED_MS = 600_000
const MAX_BYTES = 2 ** 20

/** Reports whether a text can be the subject of an ID token (OpenID Connect Core, 2). PostgreSQL can't tell some others apart. */
const isSubject = (text: string): boolean => /^[\x20-\x7e]{1,255}$/.test(text)

export function providerClient(provider: Provider, now: () => Date) {
  const { timeoutMs = TIMEOUT_MS } = provider
  let cached: { configuration: OpenIdClient.Configuration; until: number } | undefined

  async function configure(client: typeof OpenIdClient): Promise<OpenIdClient.Configuration> {
    if (cached !== undefined && cached.until > now().getTime()) return cached.configuration
    const execute = [client.enableNonRepudiationChecks]
    // Plain http is allowed only for issuers on this machine (settings.ts).
    if (provider.issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
    const configuration = await client.discovery(
      new URL(provider.issuer),
      provider.clientId,
      provider.clientSecret,
      undefined,
      { execute, timeout: timeoutMs / 1000, [client.customFetch]: boundedFetch },
    )
    cached = { configuration, until: now().getTime() + CACHED_MS }
    return configuration
  }

  const verifierOf = (step: string) => derivedSecret(step, 'code verifier')
  const stateOf = (step: string) => derivedSecret(step, 'state')
  const nonceOf = (step: string) => derivedSecret(step, 'nonce')

  return {
    provider,

    /** Returns the address at the provider to redirect the browser to. */
    authorizationUrl: (step: string, redirectUri: string): Promise<URL> =>
      withTimeout(timeoutMs, async () => {
        const client = await import('openid-client')
        return client.buildAuthorizationUrl(await configure(client), {
          redirect_uri: redirectUri,
          scope: 'openid profile',
          state: stateOf(step),
          nonce: nonceOf(step),
          code_challenge: await client.calculatePKCECodeChallenge(verifierOf(step)),
          code_challenge_method: 'S256',
        })
      }),

    /** Reports whether the provider's response, which is the query of its redirect, belongs to a step. */
    isResponseTo: (step: string, query: string): boolean => new URLSearchParams(query).get('state') === stateOf(step),

    /** Verifies the provider's response, which is the query of its redirect, and returns who signed in. */
    identify: (step: string, redirectUri: string, query: string): Promise<ProviderIdentity> =>
      withTimeout(timeoutMs, async () => {
        const client = await import('openid-client')
        const tokens = await client.authorizationCodeGrant(await configure(client), new URL(redirectUri + query), {
          pkceCodeVerifier: verifierOf(step),
          expectedState: stateOf(step),
          expectedNonce: nonceOf(step),
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('There is no ID token.')
        if (!isSubject(claims.sub)) throw new Error('The subject is not 1 to 255 printable characters of ASCII.')
        const names = [claims.preferred_username, claims.name]
        return { issuer: claims.iss, subject: claims.sub, name: names.find((text) => typeof text === 'string') ?? '' }
      }),
  }
}

const boundedFetch: OpenIdClient.CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error('The response is too large.')
    chunks.push(chunk)
  }
  const isEmpty = [204, 205, 304].includes(answer.status)
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status: answer.status, headers: answer.headers })
}

async function withTimeout<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The provider did not respond in time.')), timeoutMs)
  })
  try {
    return await Promise.race([work(), late])
  } catch (cause) {
    throw new ProviderError('The provider did not answer as it should.', { cause })
  } finally {
    clearTimeout(timer)
  }
}
