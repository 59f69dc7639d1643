import { z } from 'zod'
import type { Urls } from '../../context.ts'
import { documentOf, Page } from '../parts/document.tsx'
import { EntryTable } from '../parts/entry-table.tsx'
import { type Site, siteOf } from '../parts/site.ts'
import { quickStarts } from './quick-starts.ts'

/** The operations of the OpenAPI document that the page names, by path and method. */
const Paths = z.record(
  z.string(),
  z.record(z.string(), z.object({ summary: z.string(), operationId: z.string(), tags: z.tuple([z.string()]) })),
)

/** Renders the page about the API. `paths` are those of the OpenAPI document. */
export const docsDocument = (urls: Urls, paths: object): string =>
  documentOf(<DocsPage site={siteOf(urls)} address={urls.api} paths={Paths.parse(paths)} />).toString()

/**
 * What programs can do here: first programs to copy, all routes, and the reference, which a script of src/http/openapi
 * shows when it is asked for.
 */
const DocsPage = ({ site, address, paths }: { site: Site; address: string; paths: z.output<typeof Paths> }) => (
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
      of this server for an API token. <span class="scripted">Load the reference, press Authorize and paste it.</span>
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
    <h2>Routes</h2>
    <p class="actions">
      All of them are described in the <a href={`${site.base}/openapi.json`}>OpenAPI document</a>.
      <button type="button" class="scripted plain" id="load-reference">
        Load the reference, to try them
      </button>
    </p>
    <EntryTable columns={[{ name: 'Route' }, { name: 'What it does' }]}>
      {Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(
          ([
            method,
            {
              summary,
              operationId,
              tags: [tag],
            },
          ]) => (
            <tr key={method + path}>
              <td>
                <code>
                  <b>{method.toUpperCase()}</b> {path}
                </code>
              </td>
              <td>
                <a href={`#/${tag}/${operationId}`}>{summary}</a>
              </td>
            </tr>
          ),
        ),
      )}
    </EntryTable>
    <div id="reference" />
    <script src={`${site.base}/docs/start.js`} />
  </Page>
)
