import type { FastifyInstance } from 'fastify'
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { makeSignInCode } from '../../../src/accounts/recovery/service.ts'
import { createUser } from '../../../src/accounts/service.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { buildTestApp } from '../app.ts'
import { options } from '../it.ts'
import { listeningAt } from './browser.ts'

/** Starts an application with the default settings, opened at `localhost`. */
export async function serveAtLocalhost(catalog: CompareContext): Promise<{ app: FastifyInstance; origin: string }> {
  const urls = { ...catalog.urls }
  const app = await buildTestApp({ ...catalog, urls }, options)
  onTestFinished(() => app.close())
  const address = await listeningAt(app)
  Object.assign(urls, { api: address, website: address })
  return { app, origin: address.replace('127.0.0.1', 'localhost') }
}

/** Opens a page in a new browser context. */
export async function openBrowser(browser: Browser, origin: string, varied: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: origin, ...varied })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

/** Adds a virtual passkey device to a page's browser. It confirms every request. */
export async function addAuthenticator(page: Page): Promise<{ session: CDPSession; id: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, id: authenticatorId }
}

/** Creates a user and returns a code that signs them in once. */
export async function userWithCode(catalog: CompareContext, name: string): Promise<string> {
  const { id } = await createUser(catalog, { name, verified: false })
  return makeSignInCode(catalog, id)
}

/** Signs in on the page for recovery codes, which works without JavaScript. */
export async function enterByCode(page: Page, code: string): Promise<void> {
  await page.goto('/sign-in/recover')
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/account')
}
