import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../../errors.ts'
import { HTML, REFERENCE_POLICY } from '../response/headers.ts'
import { docs } from './docs.ts'

/** The page of a server without a website. */
const PLAIN = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<div id="reference"></div>
<script src="ASSETS/start.js"></script>
`

/**
 * The page's script. Loads the library when the reference is asked for, and shows it in a shadow tree, apart from the
 * styles of the website, dark if the website is. "Try it out" uses the address of the page.
 */
const START = `const folder = new URL('./', document.currentScript.src).href
const root = new URL('../', folder).href
const styles = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: folder + 'swagger-ui.css' })
const colours = Object.assign(document.createElement('html'), { lang: 'en' }) // the stylesheet has html.dark-mode
const reference = document.createElement('div')
colours.append(reference)
const shadow = document.querySelector('#reference').attachShadow({ mode: 'open' })
shadow.append(styles, colours)
const sheet = new CSSStyleSheet()
sheet.replaceSync(\`
  :host { display: block; margin-top: 2rem; }
  * { transition: none !important; }
  pre.version { background: #3b4151; color: #fff; border-radius: 1em; }
  .response-col_links { display: none; }
  .microlight span[style*='(211, 99, 99)'] { color: #f2a5a5 !important; }
  html:not(.dark-mode) .swagger-ui {
    a.link { color: #2456a6; }
    .markdown code, .renderedMarkdown code { color: #5b12a8; }
    .parameter__in, .parameter__deprecated, .prop-format { color: #3b4151; }
    .btn.cancel { color: #b3261e; border-color: currentColor; }
    .btn.execute { background: #1d5fa8; border-color: #1d5fa8; }
    .response-control-media-type__accept-message { color: #00560c; }
    .btn.authorize { color: #1b7340; border-color: currentColor; span { color: inherit; } svg { fill: currentColor; } }
    .opblock-get .opblock-summary-method { background: #1d5fa8; }
    .opblock-post .opblock-summary-method { background: #1b7340; }
    .opblock-put .opblock-summary-method { background: #8a5300; }
    .opblock-patch .opblock-summary-method { background: #0b6b5e; }
    .opblock-delete .opblock-summary-method { background: #b3261e; }
    .json-schema-2020-12-expand-deep-button { color: #3b4151; }
  }
  html.dark-mode .swagger-ui {
    td { color: #e4e6e6; }
    .btn.cancel { color: #ffc9c5 !important; }
    .opblock-put .opblock-section-header { background: #5c3624 !important; }
  }
\`)
shadow.adoptedStyleSheets = [sheet]

/** The layout without a second main landmark, and the path of a route without a link within its button. */
const accessible = ({ React: { createElement: h } }) => ({
  components: {
    JsonSchema_string_binary: (props) => h(props.getComponent('JsonSchema_string'), props), // Swagger UI has none, and warns
    Reference: ({ getComponent, specSelectors }) => {
      const part = (name) => h(getComponent(name, true))
      if (!specSelectors.specStr()) return null
      return h('div', { className: 'swagger-ui' },
        part('SvgAssets'),
        part('InfoContainer'),
        h('div', { className: 'wrapper' }, part('AuthorizeBtnContainer'), part('errors'), h('h2', {}, 'Reference'), part('operations')),
        h('div', { className: 'wrapper' }, part('Models')),
      )
    },
  },
  wrapComponents: { DeepLink: () => ({ text }) => h('span', {}, text) },
})

/** Names the fields after their parameters, and lets the keyboard reach the examples that scroll. */
const complete = () => {
  for (const field of reference.querySelectorAll('tr:is([data-param-name], [data-property-name]) :is(input, select, textarea)')) {
    const { paramName, propertyName } = field.closest('tr').dataset
    field.ariaLabel ??= paramName ?? propertyName
  }
  for (const body of reference.querySelectorAll('.body-param__text')) body.ariaLabel = 'Request body'
  for (const table of reference.querySelectorAll('table[role="region"]')) table.removeAttribute('role')
  for (const example of reference.querySelectorAll('pre.microlight')) example.tabIndex = 0
}
new MutationObserver(complete).observe(reference, { childList: true, subtree: true })

const preference = matchMedia('(prefers-color-scheme: dark)')
const colour = () => {
  const theme = localStorage.getItem('theme') ?? (preference.matches ? 'dark' : 'light')
  colours.className = theme === 'dark' ? 'dark-mode' : ''
}
colour()
preference.addEventListener('change', colour)
new MutationObserver(colour).observe(document.documentElement, { attributeFilter: ['data-theme'] })

const load = (src) => new Promise((loaded) => {
  document.head.append(Object.assign(document.createElement('script'), { src, onload: loaded }))
})
const show = async () => {
  button?.remove()
  removeEventListener('hashchange', showRoute)
  const [answer] = await Promise.all([fetch(root + 'openapi.json'), load(folder + 'swagger-ui-bundle.js')])
  const spec = await answer.json()
  SwaggerUIBundle({
    spec: { ...spec, servers: [{ url: root.replace(/\\/$/, '') }] },
    domNode: reference,
    deepLinking: true,
    docExpansion: 'none', // all routes at once take slow browsers ten seconds
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    layout: 'Reference',
    plugins: [accessible],
  })
}
const button = document.querySelector('#load-reference')
const showRoute = () => { if (location.hash.startsWith('#/')) show() }
addEventListener('hashchange', showRoute)
if (button === null) show()
else {
  button.onclick = show
  showRoute()
}
`

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

/** The page's files: their media type, and their content unless it is a file of the package @fastify/swagger-ui. */
const FILES: ReadonlyMap<string, readonly [type: string, content?: string]> = new Map([
  ['start.js', [JAVASCRIPT, START]],
  ['swagger-ui-bundle.js', [JAVASCRIPT]],
  ['swagger-ui.css', [CSS]],
])

const HOUR = 'public, max-age=3600'

interface DocsOptions {
  /** Returns the website's page about the API. Without it, the page has only the reference. */
  page: ((paths: object) => string) | undefined
}

/** Serves the API reference at /docs (docs/decisions/kept-and-dropped.md). */
export const docsPage: FastifyPluginAsyncZod<DocsOptions> = async (app, { page }) => {
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ 'content-security-policy': REFERENCE_POLICY })
  })

  app.get('/', {
    schema: { ...docs.showReference, response: { 200: z.string() } },
    handler: async ({ url }, reply) => {
      // Links are relative, because a proxy may add a prefix. The path may end with a slash.
      const plain = () => PLAIN.replaceAll('ASSETS', /\/(\?|$)/.test(url) ? '.' : './docs')
      return reply.type(HTML).send(page === undefined ? plain() : page(app.swagger().paths ?? {}))
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
