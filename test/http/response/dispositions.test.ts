import { readdirSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { parse } from 'content-disposition'
import { expect, onTestFinished } from 'vitest'
import { joinAs } from '../../support/accounts/people.ts'
import { it } from '../../support/it.ts'
import { hide } from '../../support/moderation.ts'
import { read } from '../../support/project.ts'
import { cookieHeader } from '../../support/requests/browser-forms.ts'
import { fillList, makeLists } from '../../support/requests/forms.ts'
import { appWithRoutes, pathOf } from '../../support/requests/openapi/routes.ts'
import { openPage } from '../../support/website/pages.ts'

interface Download {
  /** The path of the route, as docs/architecture.md has it. */
  route: string
  path: string
  /** The name that a browser saves the file under. */
  name: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
}

/** File names that would set headers, or end the name early, if they were written as they are. */
const HOSTILE_NAMES = ['a"; filename=evil.exe; x=".txt', "a'; filename*=UTF-8''evil.exe", 'x.txt; Set-Cookie: x=1']

const JSON_BODY = { method: 'POST', headers: { 'content-type': 'application/json' } }
const FORM_BODY = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

/** Returns a function that sends a request on one connection, which stays open. */
function connection(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  let socket: unknown
  return async (
    path: string,
    { method = 'GET', headers = {}, body }: Pick<Download, 'method' | 'headers' | 'body'> = {},
  ): Promise<{ status: number | undefined; headers: IncomingHttpHeaders }> => {
    const sent = request({ port, agent, path, method, headers: { host: 'www.example.com', ...headers } })
    const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject).end(body),
    )
    socket ??= answer.socket
    expect(answer.socket).toBe(socket)
    await text(answer)
    return { status: answer.statusCode, headers: answer.headers }
  }
}

it('the name of a download is in its own response alone, on one connection and from the cache', async ({
  api,
  catalog,
  port,
}) => {
  const names = ['größe ✓ 😀.txt', ...HOSTILE_NAMES]
  const files = Object.fromEntries(names.map((name) => [name, name]))
  await makeLists(api, {
    'My list': { 'modlist.txt': '+A\n+B\n', ...files },
    Other: { 'modlist.txt': '+A\n+C\n+D\n+E\n+F\n' },
  })
  await fillList(api.post('/v1/lists'), {}, { 'a%0d%0aSet-Cookie: x=1.txt': '' }).expect(422)
  const { body } = await api.get('/v1/lists/my-list/files')
  const stored: string[] = body.data.map(({ clean_name }: { clean_name: string }) => clean_name)
  expect(stored).toHaveLength(names.length + 1)
  const made = await fillList(api.post('/v1/lists'), { name: 'Hidden' }).expect(201)
  await hide(catalog, 'hidden')
  const { browser } = await joinAs(api, 'Ann')
  const both = 'my-list/other'
  const take = /name="take" value="([^"]*)"/.exec((await openPage(api, `/compare/${both}`)).html)?.[1]

  const lists = '/v1/lists/:slug'
  const [start, revision] = ['/v1/lists/my-list', '/v1/lists/my-list/revisions/1']
  const downloads: Download[] = [
    ...stored.flatMap((name) => {
      const file = encodeURIComponent(name)
      return [
        { route: `${lists}/files/:name/raw`, path: `${start}/files/${file}/raw`, name },
        { route: `${lists}/download/:name`, path: `${start}/download/${file}`, name },
        { route: `${lists}/revisions/:revision/files/:name/raw`, path: `${revision}/files/${file}/raw`, name },
      ]
    }),
    { route: `${lists}/download`, path: `${start}/download`, name: 'my-list.zip' },
    { route: `${lists}/revisions/:revision/download`, path: `${revision}/download`, name: 'my-list@1.zip' },
    { route: `${lists}/load-order.csv`, path: `${start}/load-order.csv`, name: 'my-list.csv' },
    {
      route: `${lists}/revisions/:revision/load-order.csv`,
      path: `${revision}/load-order.csv`,
      name: 'my-list@1.csv',
    },
    {
      route: '/v1/compare/:slug1/:slug2/merge.zip',
      path: `/v1/compare/${both}/merge.zip`,
      name: 'my-list-merged.zip',
      ...JSON_BODY,
      body: JSON.stringify({ take: { mods: { added: ['C'] } } }),
    },
    {
      route: '/v1/compare/:slug1/:slug2/culprit.zip',
      path: `/v1/compare/${both}/culprit.zip`,
      name: 'my-list-test.zip',
      ...JSON_BODY,
      body: '{}',
    },
    {
      route: '/compare/:slug1/:slug2/take-over',
      path: `/compare/${both}/take-over?take=${take}&download=1`,
      name: 'modlist.txt',
    },
    {
      route: '/compare/:slug1/:slug2/culprit',
      path: `/compare/${both}/culprit?answers=1&download=1`,
      name: 'modlist.txt',
    },
    {
      route: '/lists/:slug/hidden/download',
      path: '/lists/hidden/hidden/download',
      name: 'hidden.zip',
      ...FORM_BODY,
      body: `owner_key=${made.headers['owner-key']}`,
    },
    {
      route: '/account/data',
      path: '/account/data',
      name: 'your-data.zip',
      headers: { cookie: cookieHeader(browser.jar) },
    },
  ]

  const values: Record<string, string> = { slug: 'my-list', slug1: 'my-list', slug2: 'other', game: '4', name: 'x' }
  const { registered } = await appWithRoutes(catalog)
  const others = registered
    .filter(({ method, url }) => method === 'GET' && !downloads.some(({ route }) => route === url))
    .map(({ url }) => pathOf({ method: 'GET', url }, (name) => values[name] ?? '1'))
  const ask = connection(port)
  const cached = ['/v1/lists', '/v1/lists/my-list', `/v1/compare/${both}`, '/lists/my-list']
  const expectNone = async (path: string) => {
    const { headers } = await ask(path)
    expect([path, headers['content-disposition'], headers['set-cookie']]).toEqual([path, undefined, undefined])
  }

  for (const [at, { path, name, ...sent }] of downloads.entries()) {
    const first = await ask(path, sent)
    expect([path, first.status]).toEqual([path, 200])
    expect(parse(first.headers['content-disposition'] ?? '')).toMatchObject({
      type: 'attachment',
      parameters: { filename: name },
    })
    expect(first.headers['set-cookie']).toBeUndefined()
    await expectNone(cached[at % 4] ?? '')
    const again = await ask(path, sent)
    expect(again.headers['content-disposition']).toBe(first.headers['content-disposition'])
    if (sent.method !== undefined || sent.headers !== undefined) continue // these have no HEAD
    const head = await ask(path, { ...sent, method: 'HEAD' })
    expect(head.headers['content-disposition']).toBe(first.headers['content-disposition'])
    await expectNone(cached[(at + 1) % 4] ?? '')
    if (first.headers.etag === undefined) continue
    expect((await ask(path, { headers: { 'if-none-match': first.headers.etag } })).status).toBe(304)
    await expectNone(cached[(at + 2) % 4] ?? '')
  }
  for (const path of [...cached, ...others]) await expectNone(path)
  const refused = await ask(`${start}/files/nothing/raw`)
  expect([refused.status, refused.headers['content-disposition']]).toEqual([404, undefined])

  // Each file of src that names a download has a route above.
  const naming = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /routes\.tsx?$/.test(path))
    .filter((path) => /describeDownload\(|from 'content-disposition'|onceSender\(/.test(read(`src/${path}`)))
  const blocks = [...read('docs/architecture.md').matchAll(/^src\/(\S+)\n((?: {2}[A-Z]+ .*\n)+)/gm)]
  const walked = blocks.filter(([, , lines = '']) =>
    downloads.some(({ route }) => `${lines} `.replaceAll('\n', ' ').includes(` ${route} `)),
  )
  expect(new Set(walked.map(([, file]) => file))).toEqual(new Set(naming))
})
