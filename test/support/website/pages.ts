import type supertest from 'supertest'

/** The Accept header of browsers for a page. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

interface OpenedPage {
  status: number
  headers: Record<string, string>
  html: string
  title: string
  /** The texts of all headings, in order. */
  headings: string[]
  /** The text of the main element, on one line. */
  words: string
  /** Returns the content of a meta element by its name or property. */
  meta(name: string): string | undefined
  /** The addresses of all links. */
  links: string[]
}

/** Requests a page like a browser without scripts. */
export async function openPage(api: ReturnType<typeof supertest>, path: string): Promise<OpenedPage> {
  const { status, headers, text: html } = await api.get(path).set('Accept', BROWSER)
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  const attribute = (tag: string, name: string) => {
    const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? []
    return value === undefined ? undefined : textOf(value)
  }
  const metas = [...html.matchAll(/<meta [^>]*>/g)].map(([tag]) => tag)
  return {
    status,
    headers,
    html,
    title: textOf(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    headings: [...main.matchAll(/<h[1-6][^>]*>(.*?)<\/h[1-6]>/gs)].map(([, heading = '']) => textOf(heading)),
    words: textOf(main),
    meta: (name) => {
      const tag = metas.find((tag) => [attribute(tag, 'name'), attribute(tag, 'property')].includes(name))
      return tag && attribute(tag, 'content')
    },
    links: [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => attribute(tag, 'href') ?? ''),
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Returns the text of HTML, on one line. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
