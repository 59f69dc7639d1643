import type { Command } from 'commander'
import { z } from 'zod'
import { CurrentUser } from '../../../accounts/schemas.ts'
import { data } from '../../../lists/schemas.ts'
import { harmless } from '../../../text/harmless.ts'
import { type Api, onStatus, RemoteError } from '../api.ts'
import { type Connection, overHttp } from '../connection.ts'
import { keptTokens } from '../secret-files.ts'
import { TOKEN } from '../secrets.ts'
import type { RemoteTerminal } from '../terminal.ts'
import { awaitToken, beginLogin } from './device-grant.ts'
import { withSpinner } from './spinner.ts'

/** Adds the commands to get a token for this machine, to revoke it, and to show whose it is. */
export function addLoginCommands(
  cli: Command,
  { print, complain, progress, environment, apiFor, secrets }: RemoteTerminal,
): void {
  const tokens = keptTokens(environment)
  const whoIs = async (api: Api, token: string) => (await api.get('/user', data(CurrentUser), token)).data

  overHttp(cli.command('login'))
    .description('get a token for this machine: shows a code, and waits until you allow it on the website')
    .action(async (options: Connection) => {
      const api = apiFor(options)
      const begun = await beginLogin(api.base)
      complain(harmless(`Open ${begun.verification_uri} in a browser, and enter the code ${begun.user_code}.`))
      const token = await withSpinner(progress, 'Waiting for you', awaitToken(api.base, begun))
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
