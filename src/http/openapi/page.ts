import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../../errors.ts'
import { reference } from './docs.ts'

/** Nothing is loaded from elsewhere, nothing written in the page is run, and only this service is asked. */
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

/** Shows the document, and tries it out on the server that the page came from, whatever address that is known by. */
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

/** What the page loads, by name. Read when it is asked for: the package's own plugin would cost time at every start. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['start.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])

const HOUR = 'public, max-age=3600'

/** The page that describes the API, at /docs. */
export const referencePage: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' })
  })

  app.get('/', {
    schema: { ...reference.showReference, response: { 200: z.string() } },
    handler: async ({ url }, reply) => {
      // The path may end with a slash: the page names its parts relative to it, for it may be behind a proxy's prefix.
      const assets = /\/(\?|$)/.test(url) ? '.' : './docs'
      return reply.type('text/html; charset=utf-8').send(PAGE.replaceAll('ASSETS', assets))
    },
  })

  app.get('/:asset', {
    schema: {
      ...reference.showReferenceAsset,
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
