import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible, tabTo } from '../../../support/website/browser.ts'
import { fillUpload } from '../../../support/website/choosing-files.ts'
import { addAuthenticator, serveAtLocalhost, signInAs } from '../../../support/website/signed-in.ts'

/** Starts the login of a program, and returns its user code. */
async function beginLogin(origin: string): Promise<string> {
  const body = new URLSearchParams({ client_id: 'a-program-with-a-long-name-'.repeat(2) })
  const answer = await fetch(`${origin}/oauth/device_authorization`, { method: 'POST', body })
  return ((await answer.json()) as { user_code: string }).user_code
}

/** Uploads a list, anonymously if nobody is signed in: then the browser keeps its owner key. */
async function upload(page: Page, name: string) {
  await page.goto('/upload')
  await fillUpload(page, name)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

describeInBrowser('the pages of an account', (open) => {
  for (const width of [320, 390, 1280]) {
    it(`account pages have no axe violations or sideways scrolling at ${width} px`, async ({ catalog, db }) => {
      const origin = await serveAtLocalhost(catalog)
      const { page } = await open(origin, { viewport: { width, height: 800 }, bypassCSP: true })
      await addAuthenticator(page)
      for (const path of ['/sign-in', '/sign-in/name', '/sign-in/recover']) {
        await page.goto(path)
        await expectAccessible(page, path)
      }
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expectAccessible(page, 'a wrong recovery code')
      await page.goto('/sign-in/name')
      const name = `Ann-${width}-${'w'.repeat(30)}`
      await page.getByLabel('Name').fill('admin')
      await page.getByRole('button', { name: 'Create account with a passkey' }).click()
      await page.getByText('is reserved').waitFor()
      await expectAccessible(page, 'a refused name')
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Create account with a passkey' }).click()
      await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
      await expectAccessible(page, 'the recovery codes')

      await upload(page, 'Long name '.repeat(10).trim())
      await page.goto('/account?tab=gone')
      await page.getByText('There is no tab “gone” here.').waitFor()
      await expectAccessible(page, 'the lists of the account')
      await page.goto('/account?tab=security')
      await expectAccessible(page, 'the security of the account')
      const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
      const borderOf = () => signOut.evaluate((button) => getComputedStyle(button).borderColor)
      const outlined = await borderOf()
      await signOut.hover()
      expect(await borderOf()).toBe(outlined)
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByText('Nothing was changed').waitFor()
      await expectAccessible(page, 'a refused deletion')

      await page.goto('/account/tokens')
      await page.getByLabel('Label').fill('l'.repeat(100))
      await page.getByRole('button', { name: 'Make token' }).click()
      await page.getByRole('heading', { name: 'Your new API token' }).waitFor()
      await expectAccessible(page, 'the tokens')
      await page.getByRole('button', { name: 'Make token' }).click()
      await page.getByText('No token was made').waitFor()
      await expectAccessible(page, 'a refused token')

      await page.goto('/device')
      await expectAccessible(page, 'the code of a program')
      await page.goto(`/device?user_code=${await beginLogin(origin)}`)
      await expectAccessible(page, 'a program that asks')
      await page.getByRole('button', { name: 'Allow' }).click()
      await expectAccessible(page, 'an allowed program')
      expect(await db.user.count()).toBe(1)
    })
  }

  it('accounts work without JavaScript: sign-in, token, program, upload, deletion', async ({ catalog, db }) => {
    const origin = await serveAtLocalhost(catalog)
    const { page } = await open(origin, { javaScriptEnabled: false })
    await signInAs(page, catalog, 'Ann')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Ann')

    await page.getByRole('link', { name: 'Tokens 0' }).click()
    await page.getByLabel('Label').fill('my laptop')
    await page.getByLabel('delete: delete your lists').uncheck()
    await page.getByRole('button', { name: 'Make token' }).click()
    await expect.poll(() => page.locator('#new-token').textContent()).toMatch(/^mlc_/)
    await page.getByRole('button', { name: 'Revoke my laptop' }).click()
    expect(await db.apiToken.findMany()).toMatchObject([
      { abilities: ['create', 'read', 'update'], revokedAt: expect.any(Date) },
    ])

    await page.goto('/device')
    await page.getByLabel('Code').fill((await beginLogin(origin)).toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect.poll(() => page.getByText('The program did not get access.').isVisible()).toBe(true)

    await page.goto('/upload')
    await fillUpload(page, 'Without a name')
    await page.getByLabel('Share anonymously').check()
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.waitForURL('**/lists/without-a-name')
    expect(await db.list.findMany({ include: { ownerKey: true } })).toMatchObject([{ authorId: null, ownerKey: {} }])

    await page.goto('/account?tab=security')
    await page.getByText('Delete the account', { exact: true }).last().click()
    await page.getByLabel('Type Ann to confirm').fill('ann')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL(`${origin}/`)
    expect(await db.user.count()).toBe(0)
  })

  it('accounts work with the keyboard alone: sign-in, name, token and program', async ({ catalog, db }) => {
    const origin = await serveAtLocalhost(catalog)
    const { page } = await open(origin)
    await addAuthenticator(page)
    const press = async (name: string) => {
      await tabTo(page, name)
      await page.keyboard.press('Enter')
    }
    await page.goto('/sign-in')
    await press('Create an account')
    await page.waitForURL('**/sign-in/name**')
    await tabTo(page, 'Name')
    await page.keyboard.type('Ann')
    await press('Create account with a passkey')
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    await press('Continue')
    await page.waitForURL('**/account')
    await press('Tokens 0')
    await page.waitForURL('**/account?tab=tokens')
    await tabTo(page, 'Label')
    await page.keyboard.type('my laptop')
    await press('Make token')
    await page.getByRole('heading', { name: 'Your new API token' }).waitFor()
    await page.goto(`/device?user_code=${await beginLogin(origin)}`)
    await press('Allow')
    await page.getByRole('heading', { name: 'Allowed' }).waitFor()
    expect([await db.apiToken.count(), await db.deviceCode.count({ where: { userId: null } })]).toEqual([1, 0])
  })

  it('one press claims the lists that this browser shared, by name, which keep their expiry until asked', async ({
    catalog,
    db,
  }) => {
    const origin = await serveAtLocalhost(catalog)
    for (const [name, isKept] of [
      ['Ann', false],
      ['Bob', true],
    ] as const) {
      const { page, complaints } = await open(origin, { bypassCSP: true })
      for (const list of ['One', 'Two']) await upload(page, `${list} of ${name}`)
      const before = await db.list.findMany({ where: { authorId: null }, orderBy: { id: 'asc' } })
      expect(before).toMatchObject([{ expiresAt: expect.any(Date) }, { expiresAt: expect.any(Date) }])
      await signInAs(page, catalog, name)
      await page.getByText('This browser has the owner keys of 2 lists').waitFor()
      expect((await page.locator('.claims li').allTextContents()).sort()).toEqual([`One of ${name}`, `Two of ${name}`])
      await expectAccessible(page, 'the claim')
      expect(await page.getByLabel('Keep for good?').isChecked()).toBe(false)
      if (isKept) await page.getByLabel('Keep for good?').check()
      await page.getByRole('button', { name: 'Make them yours' }).click()
      await page.getByRole('link', { name: 'Lists 2' }).waitFor()
      const after = await db.list.findMany({ where: { author: { name } }, orderBy: { id: 'asc' } })
      expect(after.map(({ expiresAt }) => expiresAt)).toEqual(
        before.map(({ expiresAt }) => (isKept ? null : expiresAt)),
      )
      await expect.poll(() => page.getByText('expires in 7 days').count()).toBe(isKept ? 0 : 2)
      expect(await page.getByRole('button', { name: 'Make them yours' }).isVisible()).toBe(false)
      expect(complaints).toEqual([])
    }
  })

  it('a browser keeps the owner keys of a suspended user, whose claim is refused', async ({ catalog, db }) => {
    const origin = await serveAtLocalhost(catalog)
    const { page } = await open(origin)
    await upload(page, 'One')
    await signInAs(page, catalog, 'Ann')
    const { id: userId } = await db.user.findFirstOrThrow()
    await db.suspension.create({ data: { userId, reason: 'Spam', createdAt: new Date() } })
    const refused = page.waitForResponse('**/account/claim')
    await page.getByRole('button', { name: 'Make them yours' }).click()
    expect((await refused).status()).toBe(403)
    await page.getByRole('button', { name: 'Make them yours' }).waitFor()
    await page.getByText('This browser has the owner keys of 1 list').waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('mlk_')
    expect(await db.list.findMany()).toMatchObject([{ authorId: null }])
  })

  it('a user can upload from the front page, whose header shows their name', async ({ api, catalog, db }) => {
    const origin = await serveAtLocalhost(catalog)
    await fillList(api.post('/v1/lists')).expect(201)
    const { page } = await open(origin)
    await signInAs(page, catalog, 'Ann')
    const [opened] = await Promise.all([page.waitForResponse(`${origin}/`), page.goto('/')])
    await page.getByRole('link', { name: 'Ann' }).waitFor()
    const anonymous = await fetch(`${origin}/`, { headers: { accept: 'text/html' } })
    expect([await opened.text(), opened.headers().etag]).toEqual([
      await anonymous.text(),
      anonymous.headers.get('etag'),
    ])
    await fillUpload(page, 'Mine')
    await expect.poll(() => page.getByLabel('Expires').inputValue()).toBe('perm')
    await expect.poll(() => page.getByLabel('Share anonymously').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.waitForURL('**/lists/mine')
    expect(await db.list.findFirst({ where: { slug: 'mine' }, include: { author: true } })).toMatchObject({
      author: { name: 'Ann' },
      expiresAt: null,
    })
  })
})
