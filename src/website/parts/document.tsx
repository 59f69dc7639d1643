import type { ComponentChildren, VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { assetPath } from '../assets.ts'
import { shortened } from './shortened.ts'
import type { Site } from './site.ts'

/** What a page says of itself: to the browser, to search engines, and to the chats in which people share its link. */
export interface PageHead {
  site: Site
  /** On every page another one. */
  title: string
  /** What a shared link is called; the title if left out. */
  name?: string
  /** In a sentence, without anything that only the page itself explains. */
  description: string
  /** The one path, below the website's own, that the page goes by; null: its address is no page's. */
  path: string | null
  /** Whether search engines are to leave it out. */
  isUnlisted?: boolean
  /** The address of the Atom feed that tells of what changes here. */
  feed?: string
  /** What runs on it; what most pages have if left out. */
  script?: 'page.js' | 'upload.js'
  children: ComponentChildren
}

const NAME = 'Mod list catalog'

/** As much as chats show. */
const TITLE_BYTES = 70
const DESCRIPTION_BYTES = 350

/** A whole page, as it is sent. */
export const documentOf = (page: VNode): Buffer => Buffer.from(`<!DOCTYPE html>${render(page)}`)

/** What all pages have: head, navigation, and a place for what is theirs. */
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
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title === NAME ? NAME : `${shortened(title, 200)} · ${NAME}`}</title>
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
        {feed !== undefined && <link rel="alternate" type="application/atom+xml" title="Changes" href={feed} />}
        {path !== null && <meta property="og:url" content={site.url + path} />}
        <meta property="og:site_name" content={NAME} />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={shortened(name, TITLE_BYTES)} />
        <meta property="og:description" content={shortened(description, DESCRIPTION_BYTES)} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="top">
          <a class="brand" href={`${site.base}/`}>
            <img src={site.base + assetPath('favicon.svg')} alt="" width="24" height="24" />
            {NAME}
          </a>
          <nav aria-label="Main">
            <a href={`${site.base}/lists`}>Lists</a>
            <a href={`${site.base}/compare`}>Compare</a>
            <a href={`${site.base}/upload`}>Upload</a>
            <a href={`${site.base}/games`}>Games</a>
            <a href={`${site.base}/stats`}>Stats</a>
          </nav>
          <button type="button" class="theme" aria-label="Light or dark" title="Light or dark">
            ◐
          </button>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer>
          <a href={`${site.base}/docs`}>API for programs</a>
          <span>Lists are what their authors uploaded.</span>
        </footer>
      </body>
    </html>
  )
}
