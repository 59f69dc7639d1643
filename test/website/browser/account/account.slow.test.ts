import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { describeInBrowser } from '../../../support/website/browser.ts'
import { addAuthenticator, serveAtLocalhost } from '../../../support/website/signed-in.ts'

describeInBrowser('an account in a browser', (open) => {
  it('an account is created with a passkey, and entered with it or a recovery code', async ({ catalog, db }) => {
    const { page, complaints } = await open(await serveAtLocalhost(catalog))
    await addAuthenticator(page)

    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Name').fill('admin')
    await page.getByRole('button', { name: 'Create account with a passkey' }).click()
    await page.getByText('The name admin is reserved').waitFor()
    await expect.poll(() => page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Name').fill('Ann Modder')
    await page.getByRole('button', { name: 'Create account with a passkey' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const codes = ((await page.locator('#codes').textContent()) ?? '').split('\n')
    expect(codes).toHaveLength(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{5}(-[0-9a-z]{5}){3}$/)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL('/') // where the sign-in began
    await page.getByRole('link', { name: 'Ann Modder' }).click()
    await page.getByRole('heading', { name: 'Ann Modder', level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Ann Modder')
    await page.getByRole('link', { name: 'Security' }).click()
    await expect.poll(() => page.getByText('10 recovery codes left.').isVisible()).toBe(true)
    expect(await db.user.findMany({ include: { passkeys: true, sessions: true } })).toMatchObject([
      { name: 'Ann Modder', verified: false, passkeys: [{ name: 'Chrome on Linux' }], sessions: [{}] },
    ])

    await page.goto('/games')
    await page.getByRole('link', { name: 'Ann Modder' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('/')
    expect(await db.session.count()).toBe(0)
    await page.goto('/account')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/sign-in')

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Ann Modder', level: 1 }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/account')
    expect(await db.passkey.findMany()).toMatchObject([{ lastUsedAt: expect.any(Date), counter: expect.any(BigInt) }])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('/')

    await page.goto('/sign-in/recover')
    await page.getByLabel('Recovery code').fill(codes[3]?.toUpperCase().replaceAll('-', ' ') ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Security' }).click()
    await expect.poll(() => page.getByText('9 recovery codes left.').isVisible()).toBe(true)
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, httpOnly, sameSite, path }) => ({ name, httpOnly, sameSite, path }))).toEqual([
      { name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' },
      { name: 'signed-in', httpOnly: false, sameSite: 'Lax', path: '/' },
    ])
    expect(complaints).toEqual([expect.stringMatching(/ status of 422 .*\/sign-in\/name\/options$/)]) // the reserved name
  })

  it('the sign-in page at 127.0.0.1 links to localhost, where passkeys work', async ({ catalog }) => {
    const origin = await serveAtLocalhost(catalog)
    const { page } = await open(origin.replace('localhost', '127.0.0.1'))
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Open this page at localhost' }).click()
    expect(page.url().startsWith(`${origin}/sign-in`)).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(true)
  })
})
