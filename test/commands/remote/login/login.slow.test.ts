import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { joinAs } from '../../../support/accounts/people.ts'
import { runIn, startIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { folderOf } from '../terminal.ts'

/** Starts a login. Returns it when it shows its code. */
async function startLogin(environment: NodeJS.ProcessEnv) {
  const login = startIn(environment, 'login')
  await expect.poll(() => login.complained.join()).toContain('enter the code')
  const [, code = ''] = /enter the code (\S+)\.$/.exec(login.complained.join()) ?? []
  return { ...login, code }
}

describe('login on the command line', () => {
  it('stores the token of the user who confirms the code, for this server only, and logout revokes it', async ({
    api,
    port,
    db,
  }) => {
    const { browser } = await joinAs(api, 'Ann')
    const home = await folderOf({})
    const environment = { XDG_CONFIG_HOME: home, CATALOG_URL: `http://127.0.0.1:${port}` }
    const run = (...args: string[]) => runIn(environment, ...args)

    expect(await run('whoami')).toMatchObject({
      status: 1,
      complained: `You are not logged in at ${environment.CATALOG_URL}. Use "login".`,
    })
    const login = await startLogin(environment)
    const { status } = await browser.submit('/device/answer', { user_code: login.code, answer: 'allow' })
    expect(status).toBe(200)
    expect([await login.exit, login.printed]).toEqual([0, ['Logged in as Ann.']])

    const folder = join(home, 'mod-list-catalog', 'tokens')
    const [name = ''] = await readdir(folder)
    const { token } = JSON.parse(await readFile(join(folder, name), 'utf8'))
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect(await run('whoami')).toMatchObject({ status: 0, printed: 'Ann' })
    expect(await db.apiToken.findMany()).toMatchObject([
      { label: expect.stringMatching(/^mod-list-catalog on /), abilities: ['create', 'read', 'update', 'delete'] },
    ])
    expect((await run('whoami', '--token', 'mlc_wrong')).status).toBe(1)
    expect((await run('whoami', '--url', `http://localhost:${port}`)).status).toBe(1)

    expect((await run('logout')).status).toBe(0)
    expect(await readdir(folder)).toEqual([])
    await api.get('/v1/user').set('Authorization', `Bearer ${token}`).expect(401)
    expect((await run('logout')).status).toBe(1)
  })
})
