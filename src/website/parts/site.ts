import type { Urls } from '../../context.ts'

/** Where the website is, for links on its pages. */
export interface Site {
  /** The path that all of its addresses begin with, without a slash at the end: empty but behind some proxies. */
  base: string
  /** The absolute address, without a slash at the end. */
  url: string
}

/** Pages are served at WEBSITE_URL, or at PUBLIC_URL; the API is below them, as the same process serves it. */
export const siteOf = ({ website }: Urls): Site => ({
  base: new URL(website).pathname.replace(/\/+$/, ''),
  url: website,
})

export const listPath = ({ base }: Site, slug: string): string => `${base}/lists/${slug}`

/** A page of a list's history. */
export const historyPath = (site: Site, slug: string, page = 1): string =>
  `${listPath(site, slug)}/history${page > 1 ? `?page=${page}` : ''}`

export const comparePath = ({ base }: Site, first: string, second: string): string =>
  `${base}/compare/${first}/${second}`

/** The path of something in the API. */
export const apiPath = ({ base }: Site, path: string): string => `${base}/v1${path}`

/** The collection, with what it is filtered by. */
export function listsPath({ base }: Site, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  )
  const search = new URLSearchParams(given).toString()
  return `${base}/lists${search === '' ? '' : `?${search}`}`
}
