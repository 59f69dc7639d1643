import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { CurrentUser } from '../../../accounts/schemas.ts'
import { data } from '../../../lists/schemas.ts'
import { harmless } from '../../../text/harmless.ts'
import { type Api, exchange, onStatus, parseJson, RemoteError } from '../api.ts'
import { type Connection, overHttp, type RemoteTerminal } from '../connection.ts'
import { keptTokens } from '../secret-files.ts'
import { TOKEN } from '../secrets.ts'

const Begun = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  expires_in: z.number(),
  interval: z.number().default(5),
})

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

async function beginLogin(base: string): Promise<Begun> {
  const { status, body } = await post(base, 'device_authorization', {})
  const begun = Begun.safeParse(body)
  if (status === 200 && begun.success) return begun.data
  throw new RemoteError(`The server at ${base} offers no login (status ${status}). Ask its operator for an API token.`)
}

async function awaitToken(base: string, { device_code: code, expires_in: seconds, interval }: Begun): Promise<string> {
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

export function addLoginCommands(cli: Command, { print, complain, environment, apiFor, secrets }: RemoteTerminal) {
  const tokens = keptTokens(environment)
  const whoIs = async (api: Api, token: string) => (await api.get('/user', data(CurrentUser), token)).data

  overHttp(cli.command('login'))
    .description('get a token for this machine: shows a code, and waits until you allow it on the website')
    .action(async (options: Connection) => {
      const api = apiFor(options)
      const begun = await beginLogin(api.base)
      complain(harmless(`Open ${begun.verification_uri} in a browser, and enter the code ${begun.user_code}.`))
      const token = await awaitToken(api.base, begun)
      const { name } = await whoIs(api, token)
      await tokens.keep({ server: api.base, token }).catch(({ code }: NodeJS.ErrnoException) => {
        throw new RemoteError(`The token can't be saved in ${tokens.folder} (${code}). Revoke it on the website.`)
      })
      print(harmless(`Logged in as ${name}.`))
    })

  overHttp(cli.command('logout'))
    .description('revoke the token from login, and delete it from this machine')
    .action(async (options: Connection) => {
      const api = apiFor(options)
      const kept = await tokens.find({ server: api.base })
      if (kept === undefined) throw new RemoteError(`This machine is not logged in at ${api.base}.`)
      const revoked = api.request('/user/token', z.undefined(), { method: 'DELETE', secret: kept.token })
      await revoked.catch(onStatus(401, () => {})) // the token is already revoked
      await tokens.forget({ server: api.base })
      print('Logged out.')
    })

  overHttp(cli.command('whoami'))
    .description('show who you are on a server, and what your token allows')
    .addOption(TOKEN)
    .action(async ({ token: given, ...options }: Connection & { token?: string }) => {
      const api = apiFor(options)
      const token = await secrets.token(api.base, { token: given })
      if (token === undefined) throw new RemoteError(`You are not logged in at ${api.base}. Use "login".`)
      const { name, token: about } = await whoIs(api, token).catch(
        onStatus(401, () => {
          throw new RemoteError(`Your token for ${api.base} is no longer valid. Use "login".`, 401)
        }),
      )
      print(harmless(name))
      const end = about.expires === null ? 'without expiry' : `until ${about.expires.slice(0, 10)}`
      complain(`The token allows ${about.abilities.join(', ')}, ${end}.`)
    })
}
