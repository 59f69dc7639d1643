import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../../errors.ts'
import { docs } from './docs.ts'

/** Everything is loaded from this service, no inline script runs, and only this service is called. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mod list catalog: API reference</title>
<link rel="icon" type="image/png" href="ASSETS/favicon-32x32.png">
<link rel="stylesheet" href="ASSETS/swagger-ui.css">
<div id="reference"></div>
<script src="ASSETS/swagger-ui-bundle.js"></script>
<script src="ASSETS/start.js"></script>
`

/**
 * Shows the document, and sends the requests that are tried out to the server that the page came from, whatever its
 * address.
 */
const START = `const root = new URL('../', document.currentScript.src).href
fetch(root + 'openapi.json').then((answer) => answer.json()).then((spec) => {
  SwaggerUIBundle({
    spec: { ...spec, servers: [{ url: root.replace(/\\/$/, '') }] },
    dom_id: '#reference',
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  })
})
`

/** The page's files. They are read when they are asked for: the package's own plugin would take time at every start. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['start.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])

const HOUR = 'public, max-age=3600'

/** The page that describes the API, at /docs. */
export const docsPage: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' })
  })

  app.get('/', {
    schema: { ...docs.showReference, response: { 200: z.string() } },
    handler: async ({ url }, reply) => {
      // Links to the page's files are relative, as a proxy may add a prefix to the path; which may end with a slash.
      const assets = /\/(\?|$)/.test(url) ? '.' : './docs'
      return reply.type('text/html; charset=utf-8').send(PAGE.replaceAll('ASSETS', assets))
    },
  })

  app.get('/:asset', {
    schema: {
      ...docs.showReferenceAsset,
      params: z.object({ asset: z.string().describe('The name of the part.') }),
      response: { 200: z.instanceof(Buffer).meta({ type: 'string', format: 'binary' }) },
    },
    handler: async ({ params: { asset } }, reply) => {
      const type = TYPES.get(asset)
      if (type === undefined) throw notFound('Part of the reference')
      const bytes = asset === 'start.js' ? Buffer.from(START) : await readFile(join(folder(), asset))
      return reply.headers({ 'content-type': type, 'cache-control': HOUR }).send(bytes)
    },
  })
}

const folder = () => join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
