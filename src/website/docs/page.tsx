import { z } from 'zod'
import type { Urls } from '../../context.ts'
import { documentOf, Page } from '../components/document.tsx'
import { EntryTable } from '../components/entry-table.tsx'
import { type Site, siteOf } from '../components/site.ts'

/** The operations of the OpenAPI document that the page names, by path and method. */
const Paths = z.record(
  z.string(),
  z.record(z.string(), z.object({ summary: z.string(), operationId: z.string(), tags: z.tuple([z.string()]) })),
)

/** Renders the page about the API. `paths` are those of the OpenAPI document. */
export const docsDocument = (urls: Urls, paths: object): string =>
  documentOf(<DocsPage site={siteOf(urls)} address={urls.api} paths={Paths.parse(paths)} />).toString()

/** What programs can do here: first programs to copy, all routes, and the reference. */
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
    <section>
      <h2>Routes</h2>
      <p class="actions">
        <span>
          All of them are described in the <a href={`${site.base}/openapi.json`}>OpenAPI document</a>.
        </span>
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
    </section>
    <div id="reference" />
    <script src={`${site.base}/docs/start.js`} />
  </Page>
)

interface QuickStart {
  id: string
  name: string
  about: string
  code: string
}

/** Returns the first programs that use the API at `address`. */
const quickStarts = (address: string): QuickStart[] => [
  {
    id: 'curl',
    name: 'curl',
    about: 'Uploads a list for three hours, reads its load order, and deletes it with its owner key.',
    code: `api=${address}/v1
printf '+SkyUI\\n+Frostfall\\n' > modlist.txt
curl -sS -D head.txt -F name='My list' -F game=4 -F description= -F expires=3h -F 'files[]=@modlist.txt' $api/lists > list.json
slug=$(sed 's/.*"slug":"\\([^"]*\\)".*/\\1/' list.json)
key=$(tr -d '\\r' < head.txt | awk 'tolower($1) == "owner-key:" {print $2}')
curl -sS $api/lists/$slug/load-order.txt
curl -sS -X DELETE -H "Authorization: Bearer $key" $api/lists/$slug`,
  },
  {
    id: 'python',
    name: 'Python',
    about: 'Says in words how the two newest lists differ. It needs no package.',
    code: `import json
from urllib.request import urlopen

api = "${address}/v1"
with urlopen(api + "/lists?page%5Bsize%5D=2") as response:
    lists = json.load(response)["data"]
if len(lists) == 2:
    newer, older = lists
    print(older["name"], "and", newer["name"])
    with urlopen(f"{api}/compare/{older['slug']}/{newer['slug']}/changes.md?short=1") as response:
        print(response.read().decode())`,
  },
  {
    id: 'typescript',
    name: 'TypeScript',
    about:
      'Uploads a list with the typed client, for browsers and Node, which docs/api.md of the source says how to install.',
    code: `import { createCatalogClient, listForm } from 'mod-list-catalog-client'

const client = createCatalogClient({ baseUrl: '${address}' })
const files = [{ name: 'modlist.txt', content: '+SkyUI\\n+Frostfall\\n' }]
const body = await listForm({ name: 'My list', game: 4, description: '', expires: '3h' }, files)
const { data, error, response } = await client.POST('/v1/lists', { body })
if (error) throw new Error(error.message)
console.log(data.data.slug, response.headers.get('Owner-Key'))`,
  },
  {
    id: 'login',
    name: 'Log in from a program',
    about: 'Gets an API token of a user, who allows it in a browser. No password or token is typed.',
    code: `api=${address}
curl -sS -d client_id='my program' -d scope='read create' $api/oauth/device_authorization > login.json
field() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p" "$2"; }
echo "Open $(field verification_uri_complete login.json) and allow the program."
while sleep 5; do
  curl -sS -d grant_type=urn:ietf:params:oauth:grant-type:device_code -d client_id='my program' \\
    -d device_code="$(field device_code login.json)" $api/oauth/token > token.json
  grep -q -e authorization_pending -e slow_down token.json || break
done
curl -sS -H "Authorization: Bearer $(field access_token token.json)" $api/v1/user`,
  },
]
