import { slugs } from './support/data.ts'
import { drive, type Request, type Subject } from './support/drive.ts'
import { startBare, startMachine, type Version } from './support/processes.ts'
import type { BenchOptions } from './support/report.ts'
import { profileFiles } from './support/texts.ts'
import { uploadFiles } from './uploads.ts'

/** Sizes of the files of a list, in bytes. */
const BYTES = [120_000, 80_000, 40_000, 20_000, 5_000]

/** Number of mods of the lists whose pages are measured. */
const MODS = 4_000

/** Number of lists with as many mods. */
const LARGE = 12

/**
 * Measures what people open: a page of lists and a list, as JSON and as pages of the website. Cached responses are
 * compared with a bare server that sends the same bytes, others with bare SQL; or all of them with another version.
 */
export async function benchPages({ quick, against }: BenchOptions): Promise<void> {
  const machine = await startMachine()
  try {
    const fill = { lists: quick ? 500 : 20_000, bytes: BYTES, variants: 10 }
    const mine = await requestsOf(await machine.version(fill), fill.lists)
    const other = against === undefined ? undefined : await requestsOf(await machine.version(fill, against), fill.lists)
    const bare = other === undefined ? await bareRequests(mine.version, fill.lists) : {}
    const subjects = Object.entries(mine.requests).map(([name, request]): Subject => {
      const [base] = [other?.requests[name] ?? bare[name]]
      return {
        name,
        alternatives: {
          ...(base !== undefined && { [other === undefined ? 'bare' : 'other']: base }),
          catalog: request,
        },
      }
    })
    await drive('pages', subjects, { quick, postgres: machine.postgres, connections: 16 })
  } finally {
    await machine.close()
  }
}

const LIST = '/v1/lists/list-1'

/** Uploads large lists to a version. Returns the requests that are measured, by name. */
async function requestsOf(
  version: Version,
  lists: number,
): Promise<{ version: Version; requests: Record<string, Request> }> {
  const { server, uncached } = version
  const large: string[] = []
  for (let variant = 0; variant < LARGE; variant++)
    large.push(await uploadFiles(server, `Large ${variant}`, profileFiles(MODS, variant)))
  const { headers } = await fetch(`${server.url}/v1/lists`)
  const tag = headers.get('etag') ?? ''
  const slug = slugs(lists)
  let visit = 0
  const next = () => large[++visit % LARGE]
  const asPage = { accept: 'text/html', 'accept-encoding': 'gzip' }
  return {
    version,
    requests: {
      'page of lists, cached': { server, path: '/v1/lists' },
      'page of lists, cached, gzip': { server, path: '/v1/lists', headers: { 'accept-encoding': 'gzip' } },
      'page of lists, not modified': { server, path: '/v1/lists', headers: { 'if-none-match': tag }, status: 304 },
      'page of lists': { server: uncached, path: () => `/v1/lists?${pageOf(++visit)}` },
      'list, cached': { server, path: LIST },
      list: { server: uncached, path: () => `/v1/lists/${slug()}` },
      'website: home': { server: uncached, path: '/', headers: asPage },
      'website: lists': { server: uncached, path: () => `/lists?page=${1 + (++visit % 10)}`, headers: asPage },
      'website: list of 4,000 mods': { server: uncached, path: () => `/lists/${next()}`, headers: asPage },
      'website: list of 4,000 mods, cached': { server, path: `/lists/${large[0]}`, headers: asPage },
      'website: comparison': {
        server: uncached,
        path: () => `/compare/${next()}/${large[(visit + 1) % LARGE]}`,
        headers: asPage,
      },
      'website: history': { server: uncached, path: () => `/lists/${next()}/history`, headers: asPage },
    },
  }
}

const pageOf = (visit: number) => `page[size]=${28 + (visit % 5)}&page[number]=${1 + (visit % 3)}`

/** Returns requests to bare servers that answer with the same data as those of requestsOf with these names. */
async function bareRequests({ server, database }: Version, lists: number): Promise<Record<string, Request>> {
  const page = await startBare('floor', { SOURCE: `${server.url}/v1/lists` })
  const list = await startBare('floor', { SOURCE: server.url + LIST })
  const sql = await startBare('sql', { DATABASE_URL: database })
  const slug = slugs(lists)
  let visit = 0
  return {
    'page of lists, cached': { server: page, path: '/floor' },
    'page of lists, cached, gzip': { server: page, path: '/floor' },
    'page of lists, not modified': { server: page, path: '/floor' },
    'page of lists': { server: sql, path: () => `/pages?${pageOf(++visit)}` },
    'list, cached': { server: list, path: '/floor' },
    list: { server: sql, path: () => `/list/${slug()}` },
  }
}
