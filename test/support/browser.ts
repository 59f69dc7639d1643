import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { FastifyInstance } from 'fastify'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = [process.env.CHROMIUM ?? '', ...BROWSERS].find((path) => existsSync(path))

/** Whether `what` is skipped, as it needs a browser. With REQUIRE_BROWSER it fails where there is none. */
export function hasNoBrowser(what: string): boolean {
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

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: FLAGS })

/** Where an application listens: at a free port, unless it listens already. */
export async function listeningAt(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`
}

export interface WatchedPage {
  page: Page
  origin: string
  /** All that the browser said of the page: console messages, errors, dialogs, and requests to elsewhere. */
  complaints: string[]
}

/** A blank page in a browser without a past, whose addresses are those of the application. */
export async function watchedPage(
  browser: Browser,
  app: FastifyInstance,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const origin = await listeningAt(app)
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) complaints.push(`request: ${request.url()}`)
  })
  return { page, origin, complaints }
}

/** Presses Tab until what has this name has the focus. */
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

/** What axe finds on a page, of a context with `bypassCSP`: the policy of the page does not let it in. */
export const violationsOn = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ path: AXE })
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(', ')}`)
}

/** How far what is shown has moved by itself, as browsers reckon it. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((entries) => {
          for (const entry of entries.getEntries()) sum += (entry as unknown as { value: number }).value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(Math.round(sum * 1000) / 1000), 100)
      }),
  )
