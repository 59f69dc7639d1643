import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { listen } from '../../support/requests/listen.ts'
import { describeInBrowser, layoutShift } from '../../support/website/browser.ts'
import { BROWSER } from '../../support/website/pages.ts'

/** Pages with elements side by side. */
const PAGES = ['/lists?search=nothing', '/compare?list1=my-list&list2=%3F', '/upload', '/games']

/** Where pages are cut: before a field, a button or a figure. */
const CUTS = /<(?:label|button|dd)[ >]/g

/** Starts a server that sends a page up to a position, and the rest when `sendRest` is called. */
async function serveInTwoParts(app: FastifyInstance) {
  let rest: (() => void) | undefined
  let cut = 0
  const origin = await listen(async ({ url = '' }, response) => {
    const { statusCode, headers, rawPayload } = await app.inject({ url, headers: { accept: BROWSER } })
    const { 'content-length': _, ...others } = headers
    response.writeHead(statusCode, others as Record<string, string>)
    if (!String(headers['content-type']).startsWith('text/html')) return response.end(rawPayload)
    rest = () => response.end(rawPayload.subarray(cut))
    return response.write(rawPayload.subarray(0, cut))
  })
  return {
    origin,
    cutAt(place: number) {
      cut = place
    },
    sendRest: () => rest?.(),
  }
}

const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0

describeInBrowser('a page that is painted before all of it has arrived', (open) => {
  it.for([320, 1280])(
    'a page has no layout shift when its rest arrives, %d pixels wide',
    async (width, { api, app }) => {
      await fillList(api.post('/v1/lists'), { expires: 'perm' }).expect(201)
      const { origin, cutAt, sendRest } = await serveInTwoParts(app)
      const { page } = await open(origin, { viewport: { width, height: 800 } })
      const moved: { path: string; at: string; shift: number }[] = []
      for (const path of PAGES) {
        const html = (await app.inject({ url: path, headers: { accept: BROWSER } })).payload
        const main = html.indexOf('<h1')
        const places = [...html.matchAll(CUTS)].map(({ index }) => index).filter((index) => index > main)
        expect(places.length).toBeGreaterThan(0)
        for (const place of places) {
          cutAt(Buffer.byteLength(html.slice(0, place)))
          await page.goto(path, { waitUntil: 'commit' })
          await page.waitForFunction(isPainted)
          sendRest()
          await page.waitForLoadState('load')
          const shift = await layoutShift(page)
          if (shift > 0) moved.push({ path, at: html.slice(place, place + 60), shift })
        }
      }
      expect(moved).toEqual([])
    },
  )
})
