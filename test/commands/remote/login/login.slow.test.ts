import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { runCommand } from '../../../../src/commands/program.ts'
import { listen } from '../../../support/accounts/openid-provider.ts'
import { joinAs } from '../../../support/accounts/people.ts'
import { it } from '../../../support/it.ts'

describe('login on the command line', () => {
  it('stores the token of the user who confirms the code, for this server only, and logout revokes it', async ({
    api,
    port,
    db,
  }) => {
    const { browser } = await joinAs(api, 'Ann')
    const home = await mkdtemp(join(tmpdir(), 'mod-list-catalog-login-'))
    onTestFinished(() => rm(home, { recursive: true }))
    const environment = { XDG_CONFIG_HOME: home, CATALOG_URL: `http://127.0.0.1:${port}` }
    const printed: string[] = []
    const complained: string[] = []
    const run = (...args: string[]) =>
      runCommand(args, {
        environment,
        settings: () => environment,
        print: (text) => printed.push(text),
        complain: (text) => complained.push(text),
      })

    expect(await run('whoami')).toBe(1)
    expect(complained.pop()).toBe(`You are not logged in at http://127.0.0.1:${port}. Use "login".`)
    const login = run('login')
    await expect.poll(() => complained.join()).toContain('enter the code')
    const [, code = ''] = /enter the code (\S+)\.$/.exec(complained.pop() ?? '') ?? []
    const { status } = await browser.submit('/device/answer', { user_code: code, answer: 'allow' })
    expect(status).toBe(200)
    expect(await login).toBe(0)
    expect(printed.pop()).toBe('Logged in as Ann.')

    const folder = join(home, 'mod-list-catalog', 'tokens')
    const [name = ''] = await readdir(folder)
    const { token } = JSON.parse(await readFile(join(folder, name), 'utf8'))
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect(await run('whoami')).toBe(0)
    expect(printed.pop()).toBe('Ann')
    expect(await db.apiToken.findMany()).toMatchObject([
      { label: expect.stringMatching(/^mod-list-catalog on /), abilities: ['create', 'read', 'update', 'delete'] },
    ])
    expect(await run('whoami', '--token', 'mlc_wrong')).toBe(1)
    expect(await run('whoami', '--url', `http://localhost:${port}`)).toBe(1)

    expect(await run('logout')).toBe(0)
    expect(await readdir(folder)).toEqual([])
    await api.get('/v1/user').set('Authorization', `Bearer ${token}`).expect(401)
    expect(await run('logout')).toBe(1)
  })

  it('prints nothing of the server that could control the terminal', async () => {
    const evil = '\u001b[2J\u0007\u202e\u009b31m'
    const address = await listen((request, response) => {
      response.setHeader('content-type', 'application/json')
      const body = request.url?.startsWith('/oauth/device')
        ? {
            device_code: 'x',
            user_code: `BCDF${evil}`,
            verification_uri: `https://evil.example/${evil}`,
            expires_in: 60,
            interval: 0,
          }
        : { error: `no${evil}`, error_description: `You may not.${evil}` }
      response.end(JSON.stringify(body))
    })
    const complained: string[] = []
    const environment = { XDG_CONFIG_HOME: tmpdir(), CATALOG_URL: address }
    const status = await runCommand(['login'], {
      environment,
      settings: () => environment,
      print: (text) => complained.push(text),
      complain: (text) => complained.push(text),
    })
    expect(status).toBe(1)
    expect(complained.join('\n')).toContain('enter the code BCDF')
    expect(complained.join('\n')).toContain('The login failed: You may not.')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
    expect(complained.join()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
  })

  it('exits with 1 and a message if the user denies it on the website', async ({ api, port }) => {
    const { browser } = await joinAs(api, 'Ann')
    const complained: string[] = []
    const environment = { XDG_CONFIG_HOME: tmpdir(), CATALOG_URL: `http://127.0.0.1:${port}` }
    const login = runCommand(['login'], {
      environment,
      settings: () => environment,
      print: () => {},
      complain: (text) => complained.push(text),
    })
    await expect.poll(() => complained.join()).toContain('enter the code')
    const [, code = ''] = /enter the code (\S+)\.$/.exec(complained.join()) ?? []
    await browser.submit('/device/answer', { user_code: code, answer: 'deny' })
    expect(await login).toBe(1)
    expect(complained.at(-1)).toBe('The login was denied on the website.')
  })
})
