import type { Page } from 'playwright-core'
import { hasNoBrowser, launchBrowser } from '../../../test/support/website/browser.ts'
import type { Server } from '../../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../../support/report.ts'

/** Factor by which the browser's processor is slowed down, to that of an old phone. */
const SLOWER = 4

/**
 * Measures the longest task of pages in a slow browser, each against a page with only its lines. `pages` has paths and
 * lines by name.
 */
export async function benchLongTasks(
  { quick, markdown }: BenchOptions,
  { url }: Server,
  pages: Record<string, readonly [path: string, lines: readonly string[]]>,
): Promise<void> {
  if (hasNoBrowser('The bench of long tasks')) return
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const table = new Table(['longest task, ms', 'median', 'least', 'lines alone', 'of the lines alone', 'goal'])
    for (const [name, [path, lines]] of Object.entries(pages)) {
      const body = `<!DOCTYPE html><title>x</title><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
      await page.route('**/plainest', (route) => route.fulfill({ body, contentType: 'text/html' }))
      const ours: number[] = []
      const plainest: number[] = []
      for (let round = 0; round < (quick ? 1 : 7); round++) {
        progress(`long tasks of a browser: ${name}, ${round + 1}`)
        ours.push(await longestTask(page, path))
        plainest.push(await longestTask(page, '/plainest'))
      }
      await page.unroute('**/plainest')
      const floor = median(plainest)
      const ratio = format(median(ours) / floor)
      table.add(name, format(median(ours), 0), format(Math.min(...ours), 0), format(floor, 0), ratio, '200 ms or 1.25')
    }
    process.stdout.write(`${table.print(`website: a browser ${SLOWER} times as slow`, markdown)}\n`)
  } finally {
    await browser.close()
  }
}

/** Returns the longest task of opening a page, in milliseconds. Browsers report only tasks longer than 50 ms. */
async function longestTask(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'load' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0
        const observer = new PerformanceObserver((entries) => {
          for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration)
        })
        observer.observe({ type: 'longtask', buffered: true })
        setTimeout(() => resolve(longest), 1_000)
      }),
  )
}
