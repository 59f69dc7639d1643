import type { Urls } from '../../context.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { DocsPage } from './page.tsx'

/** Renders the page about the API. */
export const docsDocument = (urls: Urls): string =>
  documentOf(<DocsPage site={siteOf(urls)} address={urls.api} />).toString()
