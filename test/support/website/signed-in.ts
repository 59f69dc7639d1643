import type { Page } from 'playwright-core'
import { makeSignInCode } from '../../../src/accounts/recovery-service.ts'
import { createUser } from '../../../src/accounts/service.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { serve } from '../requests/wire.ts'

/** Starts a server with the default settings, and returns its address at `localhost`, where passkeys work. */
export async function serveAtLocalhost(catalog: CompareContext): Promise<string> {
  const urls = { ...catalog.urls }
  const address = `http://127.0.0.1:${await serve({ ...catalog, urls })}`
  Object.assign(urls, { api: address, website: address })
  return address.replace('127.0.0.1', 'localhost')
}

/** Adds a virtual passkey device to a page's browser. It confirms every request. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Creates a user, and signs them in on the page for recovery codes, which works without JavaScript. */
export async function signInAs(page: Page, catalog: CompareContext, name: string): Promise<void> {
  const { id } = await createUser(catalog, { name, verified: false })
  await page.goto('/sign-in/recover')
  await page.getByLabel('Recovery code').fill(await makeSignInCode(catalog, id))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/account')
}
