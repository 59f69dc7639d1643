import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { describeInBrowser, expectAccessible, WIDTHS, windowOf } from '../../../support/website/browser.ts'
import { addAuthenticator, serveAtLocalhost } from '../../../support/website/signed-in.ts'

/** Starts the login of a program, and returns its user code. */
async function beginLogin(origin: string): Promise<string> {
  const body = new URLSearchParams({ client_id: 'a-program' })
  const answer = await fetch(`${origin}/oauth/device_authorization`, { method: 'POST', body })
  return ((await answer.json()) as { user_code: string }).user_code
}

describeInBrowser('an account in a browser', (open) => {
  it.for(WIDTHS)(
    'is created with a passkey, used, and entered again, %i pixels wide',
    async (width, { catalog, db }) => {
      const origin = await serveAtLocalhost(catalog)
      const { page, complaints } = await open(origin, windowOf(width))
      await addAuthenticator(page)

      await page.goto('/')
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByLabel('Name').fill('admin')
      await page.getByRole('button', { name: 'Create account with a passkey' }).click()
      await page.getByText('The name admin is reserved').waitFor()
      await expect.poll(() => page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
      await expectAccessible(page, 'a refused name')
      await page.getByLabel('Name').fill('Ann Modder')
      await page.getByRole('button', { name: 'Create account with a passkey' }).click()
      await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
      const codes = ((await page.locator('#codes').textContent()) ?? '').split('\n')
      expect(codes).toHaveLength(10)
      await expectAccessible(page, 'the recovery codes')
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

      await expectAccessible(page, 'the security of the account')

      await page.goto('/account/tokens')
      await page.getByLabel('Label').fill('my laptop')
      await page.getByRole('button', { name: 'Make token' }).click()
      const token = await page.locator('#new-token').textContent()
      const user = await fetch(`${origin}/v1/user`, { headers: { authorization: `Bearer ${token}` } })
      expect(await user.json()).toMatchObject({ data: { name: 'Ann Modder', token: { name: 'my laptop' } } })
      await expectAccessible(page, 'the new token')

      await page.goto(`/device?user_code=${await beginLogin(origin)}`)
      await expectAccessible(page, 'the question of a program')
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByRole('heading', { name: 'Allowed' }).waitFor()

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
    },
  )
})
