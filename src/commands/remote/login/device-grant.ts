import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { exchange, parseJson, RemoteError } from '../api.ts'

const Begun = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  expires_in: z.number(),
  interval: z.number().default(5),
})

/** A login that waits for its user (RFC 8628). */
type Begun = z.output<typeof Begun>

const Issued = z.object({ access_token: z.string() })
const Refused = z.object({ error: z.string(), error_description: z.string().optional() })

/** Returns the name of this program, which its user sees on the website when allowing it, and in the list of tokens. */
const clientId = () => `mod-list-catalog on ${hostname().replaceAll(/[^\x21-\x7e]/g, '')}`.slice(0, 64)

async function post(base: string, path: string, fields: Record<string, string>) {
  const { status, text } = await exchange(base, `/oauth/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: clientId(), ...fields }),
    redirect: 'manual',
  })
  return { status, body: parseJson(text) }
}

/** Starts a login. Returns its codes. */
export async function beginLogin(base: string): Promise<Begun> {
  const { status, body } = await post(base, 'device_authorization', {})
  const begun = Begun.safeParse(body)
  if (status === 200 && begun.success) return begun.data
  throw new RemoteError(`The server at ${base} offers no login (status ${status}). Ask its operator for an API token.`)
}

/** Waits until the user has allowed the login on the website. Returns the token. */
export async function awaitToken(
  base: string,
  { device_code: code, expires_in: seconds, interval }: Begun,
): Promise<string> {
  const end = performance.now() + seconds * 1000
  for (let pause = interval; performance.now() < end; ) {
    await delay(pause * 1000)
    const { body } = await post(base, 'token', { grant_type: GRANT, device_code: code })
    const issued = Issued.safeParse(body)
    if (issued.success) return issued.data.access_token
    const { error, error_description: description } = Refused.safeParse(body).data ?? { error: 'nothing' }
    if (error === 'slow_down') pause += 5
    else if (error === 'access_denied') throw new RemoteError('The login was denied on the website.')
    else if (error === 'expired_token') break
    else if (error !== 'authorization_pending' && error !== 'temporarily_unavailable') {
      throw new RemoteError(`The login failed: ${description ?? error}`)
    }
  }
  throw new RemoteError('The code has expired. Use "login" again.')
}

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
