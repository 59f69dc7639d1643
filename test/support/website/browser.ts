import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type axe from 'axe-core'
import type { FastifyInstance } from 'fastify'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Where browsers are, the fastest first: the shell has no window, and takes half the time. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)
const executablePath = [process.env.CHROMIUM ?? '', ...BROWSERS].find((path) => existsSync(path))

/** Reports whether no browser is installed, so that `what` is skipped. Throws in this case if REQUIRE_BROWSER is 1. */
function hasNoBrowser(what: string): boolean {
  if (executablePath !== undefined) return false
  const why = `there is no browser: none of ${BROWSERS.join(', ')}, nor CHROMIUM`
  if (process.env.REQUIRE_BROWSER === '1') throw new Error(`${what} can't run, since ${why}.`)
  console.warn(`${what} is skipped, since ${why}`)
  return true
}

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: FLAGS })

interface WatchedPage {
  page: Page
  origin: string
  /** Console messages, errors, dialogs, and requests to other hosts. The status 4xx of the page itself is not one. */
  complaints: string[]
}

/** Opens a blank page in a fresh browser context whose base URL is the application, or the address of a server. */
type Open = (app: FastifyInstance | string, options?: BrowserContextOptions) => Promise<WatchedPage>

/** Describes tests that open pages in a browser. Skips them if no browser is installed. */
export function describeInBrowser(title: string, tests: (open: Open) => void): void {
  describe.skipIf(hasNoBrowser(title))(title, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser.close())
    tests(async (app, options) => {
      const origin = typeof app === 'string' ? app : `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
      const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 }, ...options })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      return { page, origin, complaints: watch(page, origin) }
    })
  })
}

function watch(page: Page, origin: string): string[] {
  const complaints: string[] = []
  let address = ''
  page.on('request', (request) => {
    if (request.isNavigationRequest()) address = withoutHash(request.url())
  })
  page.on('console', (message) => {
    const { url } = message.location()
    const isRefusal = /the server responded with a status of 4\d\d/.test(message.text())
    if (!isRefusal || withoutHash(url) !== address) complaints.push(`${message.type()}: ${message.text()} ${url}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) complaints.push(`request: ${request.url()}`)
  })
  return complaints
}

const withoutHash = (url: string) => url.replace(/#.*/, '')

/** Widths in pixels of the windows in which each journey is made. */
export const WIDTHS = [1280, 390] as const

/** Returns the options of a window of this width, whose pages axe can look at. */
export const windowOf = (width: number): BrowserContextOptions => ({
  viewport: { width, height: 800 },
  bypassCSP: true,
  permissions: ['clipboard-read', 'clipboard-write'],
})

/** Returns the text in the clipboard of a page. */
export const copiedOn = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

/** Returns a function that says how often a page, or one that it led to, has been clicked. */
export async function clicksOn(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => void clicks++)
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => (globalThis as unknown as { countClick(): void }).countClick(), true)
  })
  return () => clicks
}

/** Returns how many of the matching elements stand on the first screen as a whole, in the foot that stays there or above. */
export const onFirstScreen = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluateAll((all) => {
    scrollTo(0, 0)
    const foot = document.querySelector('.foot, .chosen-some .bar')
    const end = Math.min(foot?.getBoundingClientRect().top ?? innerHeight, innerHeight)
    return all.filter((one) => {
      const { top, bottom, height } = one.getBoundingClientRect()
      return height > 0 && top >= 0 && bottom <= (foot?.contains(one) ? innerHeight : end)
    }).length
  })

/** Returns by how many pixels the page is wider than the window. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

/** The rules of axe that look at colours. Nothing else of a page depends on its scheme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Expects that a page with all its details open does not scroll sideways, and that axe finds nothing on it, light or
 * dark. The header's menu stays as it is: open, it moves the page. Nothing sticks, because what sticks covers a part of
 * some row at each place of the page, and a reader scrolls. The page's context needs `bypassCSP`, because the page's
 * content security policy blocks axe.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.locator('details:not(header details)').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const details of all) details.open = true
  })
  const overflow = await overflowOf(page)
  await page.addStyleTag({ content: '.stuck, .foot, .filter, .bar { position: static !important }' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const violations = await violationsOn(page, colorScheme === 'light' ? undefined : RULES_OF_COLOURS)
    expect({ state, colorScheme, overflow, violations }).toEqual({ state, colorScheme, overflow: 0, violations: [] })
  }
}

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 50; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent
    })
    if (focused?.trim() === name) return
  }
  throw new Error(`Nothing called ${name} can be reached.`)
}

/** Returns the violations that axe finds, of all rules or some. The page's context needs `bypassCSP`. */
const violationsOn = async (page: Page, rules?: string[]): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: AXE })
  const { violations } = await page.evaluate(
    (values) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        rules: { 'target-size': { enabled: true } }, // WCAG 2.2 AA, off by default
        ...(values && { runOnly: { type: 'rule', values } }),
      }),
    rules,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(', ')}`)
}
