import type { Urls } from '../../context.ts'
import { DEFAULT_SITE, type SiteInfo } from '../../site-info.ts'

/** Address of the website, for links on its pages. */
export interface Site {
  /** Path prefix of all pages, without a trailing slash. Empty except behind some proxies. */
  base: string
  /** Absolute address, without a trailing slash. */
  url: string
  info: SiteInfo
}

/** Returns the site at WEBSITE_URL (default PUBLIC_URL). The same process serves the API below it. */
export const siteOf = ({ website, site = DEFAULT_SITE }: Urls): Site => ({
  base: new URL(website).pathname.replace(/(?<!\/)\/+$/, ''),
  url: website,
  info: site,
})

export const listPath = ({ base }: Site, slug: string): string => `${base}/lists/${slug}`

export const authorPath = ({ base }: Site, name: string, page = 1): string =>
  `${base}/authors/${encodeURIComponent(name)}${page > 1 ? `?page=${page}` : ''}`

export const historyPath = (site: Site, slug: string, page = 1): string =>
  `${listPath(site, slug)}/history${page > 1 ? `?page=${page}` : ''}`

export const checkPath = (site: Site, slug: string): string => `${listPath(site, slug)}/check`

export const followPath = (site: Site, slug: string): string => `${listPath(site, slug)}/follow`

export const compareWithPath = ({ base }: Site, address: string, game: string): string =>
  `${base}/compare?list1=${address}&game=${encodeURIComponent(game)}`

export const comparePath = ({ base }: Site, first: string, second: string): string =>
  `${base}/compare/${first}/${second}`

export const culpritPath = (site: Site, works: string, crashes: string): string =>
  `${comparePath(site, works, crashes)}/culprit`

export const gamePath = (site: Site, game: string, query: Query = {}): string =>
  `${site.base}/games/${encodeURIComponent(game)}${searchOf(query)}`

export const modPath = (site: Site, game: string, kind: 'mod' | 'plugin', name: string): string =>
  `${gamePath(site, game)}/${kind}s/${encodeURIComponent(name)}`

/** Returns the path of a page for one of thousands of rows, which must compress well. */
export const rowModPath = ({ base }: Site, gameId: number, name: string, part = 'mods'): string =>
  `${base}/games/${gameId}/${part}/${name.replace(/[%#?/\\]/g, encodeURIComponent)}`

export const apiPath = ({ base }: Site, path: string): string => `${base}/v1${path}`

export const listsPath = ({ base }: Site, query: Query): string => `${base}/lists${searchOf(query)}`

type Query = Readonly<Record<string, string | undefined>>

function searchOf(query: Query): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  )
  const search = new URLSearchParams(given).toString()
  return search === '' ? '' : `?${search}`
}

export const reportPath = (site: Site, slug: string): string => `${listPath(site, slug)}/report`

export const restorePath = (site: Site, slug: string, revision: number): string =>
  `${listPath(site, slug)}/restore/${revision}`
