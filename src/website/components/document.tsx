import type { ComponentChildren, VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { assetPath } from '../assets.ts'
import { shortened } from './shortened.ts'
import type { Site } from './site.ts'

export interface PageHead {
  site: Site
  /** Title of the page, unique within the website. */
  title: string
  /** Title of the link preview. Defaults to `title`. */
  name?: string
  /** One sentence that makes sense without the page. */
  description: string
  /** Canonical path below the website's base; null for errors, which have none. */
  path: string | null
  /** Whether search engines must leave the page out. */
  isUnlisted?: boolean
  /** Address of the page's Atom feed. */
  feed?: string
  /** The page's script. */
  script?: 'page.js' | 'owner.js' | 'upload.js' | 'compare.js' | 'account.js'
  children: ComponentChildren
}

/** Maximum length of a link preview's title and description, in bytes. */
const TITLE_BYTES = 70
const DESCRIPTION_BYTES = 350

export const documentOf = (page: VNode): Buffer => Buffer.from(`<!DOCTYPE html>${render(page)}`)

/** The frame of every page: head, navigation and footer around the page's content. */
export function Page({
  site,
  title,
  description,
  path,
  isUnlisted = false,
  name = title,
  feed,
  script = 'page.js',
  children,
}: PageHead) {
  const { name: siteName, notice, contact, terms, privacy } = site.info
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title === siteName ? siteName : `${shortened(title, 200)} · ${siteName}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script src={site.base + assetPath('theme.js')} />
        <link rel="stylesheet" href={site.base + assetPath('style.css')} />
        <script src={site.base + assetPath(script)} defer />
        <link rel="icon" type="image/svg+xml" href={site.base + assetPath('favicon.svg')} />
        <meta name="theme-color" content="#f7f6f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#15181a" media="(prefers-color-scheme: dark)" />
        <meta name="description" content={shortened(description, DESCRIPTION_BYTES)} />
        {isUnlisted && <meta name="robots" content="noindex" />}
        {path !== null && <link rel="canonical" href={site.url + path} />}
        {feed !== undefined && <link rel="alternate" type="application/atom+xml" title={title} href={feed} />}
        {path !== null && <meta property="og:url" content={site.url + path} />}
        <meta property="og:site_name" content={siteName} />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={shortened(name, TITLE_BYTES)} />
        <meta property="og:description" content={shortened(description, DESCRIPTION_BYTES)} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Header site={site} path={path} />
        {notice !== undefined && <p class="notes">{notice}</p>}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer>
          <a href={`${site.base}/help`}>Help</a>
          <a href={`${site.base}/docs`}>API for programs</a>
          {contact !== undefined && <a href={contact}>Contact</a>}
          {terms !== undefined && <a href={terms}>Terms</a>}
          {privacy !== undefined && <a href={privacy}>Privacy</a>}
          <span>Lists are uploaded by their authors and not checked by this site.</span>
        </footer>
      </body>
    </html>
  )
}

/** The sections of the website. A page whose path begins with one of `paths` belongs to the section. */
const SECTIONS = [
  { name: 'Lists', paths: ['/lists', '/authors'] },
  { name: 'Compare', paths: ['/compare'] },
  { name: 'Mods', paths: ['/games'] },
  { name: 'Share a list', paths: ['/upload'] },
] as const

/** The line above every page: its sections, which narrow windows fold into a menu, a search, and the reader's account. */
function Header({ site, path }: Pick<PageHead, 'site' | 'path'>) {
  const [pathname] = path?.split('?') ?? []
  const currentOf = (paths: readonly string[]) => {
    if (!paths.some((start) => pathname === start || pathname?.startsWith(`${start}/`))) return undefined
    return path === paths[0] ? 'page' : 'true'
  }
  return (
    <header class="top">
      <a class="brand" href={`${site.base}/`}>
        <img src={site.base + assetPath('favicon.svg')} alt="" width="20" height="20" />
        {site.info.name}
      </a>
      <nav aria-label="Main">
        <details>
          <summary>Menu</summary>
          <div>
            {SECTIONS.map(({ name, paths }) => (
              <a key={name} href={site.base + paths[0]} aria-current={currentOf(paths)}>
                {name}
              </a>
            ))}
          </div>
        </details>
      </nav>
      <search>
        <form action={`${site.base}/lists`}>
          <input
            type="search"
            name="search"
            aria-label="Lists, mods, authors"
            placeholder="Search lists, mods, authors"
          />
        </form>
      </search>
      <a class="account" href={`${site.base}/account`} aria-current={currentOf(['/account'])}>
        Account
      </a>
      <button type="button" class="theme" aria-label="Light or dark" title="Light or dark">
        ◐
      </button>
    </header>
  )
}
