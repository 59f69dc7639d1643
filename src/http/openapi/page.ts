import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Urls } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { DEFAULT_SITE } from '../../site-info.ts'
import { REFERENCE_POLICY } from '../response/headers.ts'
import { docs } from './docs.ts'

const PAGE = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>SITE: API reference</title>
<link rel="icon" type="image/png" href="ASSETS/favicon-32x32.png">
<link rel="stylesheet" href="ASSETS/swagger-ui.css">
<link rel="stylesheet" href="ASSETS/start.css">
<header>
<p><a href="ROOT">Back to the site</a></p>
<h1>The API of the mod list catalog</h1>
<p>Reading needs no token. Your first call: <a href="ROOTv1/lists?page%5Bsize%5D=2"><code>GET /v1/lists?page[size]=2</code></a>
returns the two newest lists.</p>
<p>Uploading works without a token, too. The response then has the header <code>Owner-Key</code>: keep it, because it is shown
only once, and you need it to change the list. To upload under your name, make an API token on the website under Account, or
ask the operator of this server for an API token. Press Authorize below and paste it.</p>
</header>
<div id="reference"></div>
<script src="ASSETS/swagger-ui-bundle.js"></script>
<script src="ASSETS/start.js"></script>
`

/**
 * The page's script. It shows the document, dark if the website is dark. "Try it out" sends requests to the address
 * that the page was loaded from.
 */
const START = `const theme = localStorage.getItem('theme')
const isDark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
document.documentElement.classList.toggle('dark-mode', isDark)
const root = new URL('../', document.currentScript.src).href
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

/** Styles of the page's header, which is as wide as the reference. */
const STYLE = `header { max-width: 1460px; margin: 0 auto; padding: 10px 20px; font-family: sans-serif; line-height: 1.5 }
header a { color: inherit }
.dark-mode { color: #e7e5e0 }
`

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

/** The page's files: their media type, and their content unless it is a file of the package @fastify/swagger-ui. */
const FILES: ReadonlyMap<string, readonly [type: string, content?: string]> = new Map([
  ['start.js', [JAVASCRIPT, START]],
  ['start.css', [CSS, STYLE]],
  ['swagger-ui-bundle.js', [JAVASCRIPT]],
  ['swagger-ui.css', [CSS]],
  ['favicon-32x32.png', ['image/png']],
])

const HOUR = 'public, max-age=3600'

/** Serves the API reference at /docs. Registering the package as a plugin would slow every start. */
export const docsPage: FastifyPluginAsyncZod<{ urls: Urls }> = async (app, { urls }) => {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ 'content-security-policy': REFERENCE_POLICY })
  })

  app.get('/', {
    schema: { ...docs.showReference, response: { 200: z.string() } },
    handler: async ({ url }, reply) => {
      // Links are relative, because a proxy may add a prefix to the path. The path may end with a slash.
      const [root, assets] = /\/(\?|$)/.test(url) ? ['../', '.'] : ['./', './docs']
      const title = (urls.site ?? DEFAULT_SITE).name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      const page = PAGE.replaceAll('ASSETS', assets)
        .replaceAll('ROOT', root)
        .replace('SITE', () => title)
      return reply.type('text/html; charset=utf-8').send(page)
    },
  })

  app.get('/:asset', {
    schema: {
      ...docs.showReferenceAsset,
      params: z.object({ asset: z.string().describe('Name of the file.') }),
      response: { 200: z.instanceof(Buffer).meta({ type: 'string', format: 'binary' }) },
    },
    handler: async ({ params: { asset } }, reply) => {
      const file = FILES.get(asset)
      if (file === undefined) throw notFound('Part of the reference')
      const [type, content] = file
      const bytes = content === undefined ? await readFile(join(folder(), asset)) : Buffer.from(content)
      return reply.headers({ 'content-type': type, 'cache-control': HOUR }).send(bytes)
    },
  })
}

/** Returns the folder of the package's files, which the build copies beside the program. */
const folder = () =>
  import.meta.url.endsWith('.ts')
    ? join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
    : fileURLToPath(new URL('./reference', import.meta.url))
