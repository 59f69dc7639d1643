import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newDataDir } from '../../../support/processes/embedded-clients.ts'
import { startProgram, startServer } from '../../../support/processes/programs.ts'
import { describeInBrowser } from '../../../support/website/browser.ts'
import { fillUpload } from '../../../support/website/choosing-files.ts'
import { addAuthenticator } from '../../../support/website/signed-in.ts'

describeInBrowser('a fresh server with nothing configured', (open) => {
  it('lets a new user create an account by passkey, upload, make a token, and log in a command line', async () => {
    const server = await startServer({ DATA_DIR: await newDataDir() })
    const origin = server.address.replace('127.0.0.1', 'localhost')
    const { page, complaints } = await open(origin)
    await addAuthenticator(page)

    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Name').fill('Ann')
    await page.getByRole('button', { name: 'Create account with a passkey' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()

    await page.goto('/')
    await fillUpload(page, 'My list')
    await page.getByRole('button', { name: 'Share it' }).click()
    await page.waitForURL('**/lists/my-list')
    const shown = await fetch(`${server.address}/v1/lists/my-list`)
    expect(await shown.json()).toMatchObject({ data: { author: { name: 'Ann' }, expires: null } })

    await page.goto('/account/tokens')
    await page.getByLabel('Label').fill('my laptop')
    await page.getByRole('button', { name: 'Make token' }).click()
    const token = await page.locator('#new-token').textContent()
    const user = await fetch(`${server.address}/v1/user`, { headers: { authorization: `Bearer ${token}` } })
    expect(await user.json()).toMatchObject({ data: { name: 'Ann', token: { name: 'my laptop' } } })

    const home = await mkdtemp(join(tmpdir(), 'mod-list-catalog-first-'))
    onTestFinished(() => rm(home, { recursive: true }))
    const environment = { XDG_CONFIG_HOME: home, CATALOG_URL: origin }
    const run = (...args: string[]) => startProgram('cli', environment, args)
    const login = run('login')
    await expect.poll(login.err, { timeout: 30_000 }).toContain('enter the code')
    const [, address = '', code = ''] = /^Open (\S+) in a browser, and enter the code (\S+)\.$/m.exec(login.err()) ?? []
    await page.goto(address)
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('A program that calls itself mod-list-catalog on').waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    expect(await login.exit).toMatchObject({ status: 0, out: 'Logged in as Ann.\n' })
    expect(await run('whoami').exit).toMatchObject({ status: 0, out: 'Ann\n' })
    expect(await run('logout').exit).toMatchObject({ status: 0 })
    expect((await run('whoami').exit).status).toBe(1)
    expect(complaints).toEqual([])
  })
})
