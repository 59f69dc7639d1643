import type { Command } from 'commander'
import { z } from 'zod'
import { CurrentUser } from '../../../accounts/schemas.ts'
import { data } from '../../../lists/schemas.ts'
import { harmless } from '../../../text/harmless.ts'
import type { Terminal } from '../../terminal.ts'
import { type Api, ClientError } from '../api.ts'
import { apisOf, type Connection, overHttp } from '../connection.ts'
import { secretsOf, TOKEN } from '../writing/secrets.ts'
import { awaitToken, beginLogin } from './device-grant.ts'
import { withSpinner } from './spinner.ts'
import { keptTokens } from './tokens.ts'

/** Adds the commands to get a token for this machine, to revoke it, and to show whose it is. */
export function addLoginCommands(cli: Command, terminal: Terminal): void {
  const { print, complain, environment } = terminal
  const apiFor = apisOf(environment)
  const tokens = keptTokens(environment)
  const secrets = secretsOf(environment)
  const whoIs = async (api: Api, token: string) => (await api.get('/user', data(CurrentUser), token)).data

  overHttp(cli.command('login'))
    .description('get a token for this machine: shows a code, and waits until you allow it on the website')
    .action(async (options: Connection) => {
      const api = apiFor(options)
      const begun = await beginLogin(api.base)
      complain(harmless(`Open ${begun.verification_uri} in a browser, and enter the code ${begun.user_code}.`))
      const token = await withSpinner(terminal.progress, 'Waiting for you', awaitToken(api.base, begun))
      const { name } = await whoIs(api, token)
      await tokens.keep(api.base, token).catch(({ code }: NodeJS.ErrnoException) => {
        throw new ClientError(`The token can't be saved in ${tokens.folder} (${code}). Revoke it on the website.`)
      })
      print(harmless(`Logged in as ${name}.`))
    })

  overHttp(cli.command('logout'))
    .description('revoke the token from login, and delete it from this machine')
    .action(async (options: Connection) => {
      const api = apiFor(options)
      const token = await tokens.find(api.base)
      if (token === undefined) throw new ClientError(`This machine is not logged in at ${api.base}.`)
      await api.send('/user/token', { method: 'DELETE', secret: token }, z.undefined()).catch((error: unknown) => {
        if (!(error instanceof ClientError) || error.status !== 401) throw error // 401: it is already revoked
      })
      await tokens.forget(api.base)
      print('Logged out.')
    })

  overHttp(cli.command('whoami'))
    .description('show who you are on a server, and what your token allows')
    .addOption(TOKEN)
    .action(async ({ token: given, ...options }: Connection & { token?: string }) => {
      const api = apiFor(options)
      const token = await secrets.token(api.base, { token: given })
      if (token === undefined) throw new ClientError(`You are not logged in at ${api.base}. Use "login".`)
      const { name, token: about } = await whoIs(api, token).catch((error: unknown) => {
        if (!(error instanceof ClientError) || error.status !== 401) throw error
        throw new ClientError(`Your token for ${api.base} is no longer valid. Use "login".`, 401)
      })
      print(harmless(name))
      const end = about.expires === null ? 'without expiry' : `until ${about.expires.slice(0, 10)}`
      complain(`The token allows ${about.abilities.join(', ')}, ${end}.`)
    })
}
