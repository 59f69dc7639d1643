import { Page } from '../parts/document.tsx'
import type { Site } from '../parts/site.ts'
import { quickStarts } from './quick-starts.ts'

/** What programs can do here: first programs to copy, and the reference, which a script of src/http/openapi shows. */
export const DocsPage = ({ site, address }: { site: Site; address: string }) => (
  <Page
    site={site}
    title="API reference"
    description="The API for programs: first programs in curl, Python and TypeScript, and all routes."
    path="/docs"
  >
    <h1>The API of the mod list catalog</h1>
    <p>
      Reading needs no token. Your first call:{' '}
      <a href={`${site.base}/v1/lists?page%5Bsize%5D=2`}>
        <code>GET /v1/lists?page[size]=2</code>
      </a>{' '}
      returns the two newest lists.
    </p>
    {site.info.needsAccount ? (
      <p>Uploads need a token here: send it in the header Authorization. You make it on the page of your account.</p>
    ) : (
      <p>
        Uploading works without a token, too. The response then has the header <code>Owner-Key</code>: keep it, because
        it is shown only once, and you need it to change the list.
      </p>
    )}
    <p>
      To upload under your name, <a href={`${site.base}/account?tab=tokens`}>make an API token</a>, or ask the operator
      of this server for an API token. <span class="scripted">Press Authorize below and paste it.</span>
    </p>
    <p class="unscripted">
      The list of all routes needs JavaScript. Without it, read the{' '}
      <a href={`${site.base}/openapi.json`}>OpenAPI document</a>.
    </p>
    {quickStarts(address).map(({ id, name, about, code }) => (
      <details key={id}>
        <summary>
          <h2>{name}</h2>
        </summary>
        <p>{about}</p>
        <pre class="diff">
          <code id={id}>{code}</code>
        </pre>
        <p class="actions">
          <button type="button" class="copy" data-copied={id}>
            Copy<span class="unseen"> {name}</span>
          </button>
          <span class="outcome" role="status" />
        </p>
      </details>
    ))}
    <div id="reference" />
    <script src={`${site.base}/docs/swagger-ui-bundle.js`} />
    <script src={`${site.base}/docs/start.js`} />
  </Page>
)
