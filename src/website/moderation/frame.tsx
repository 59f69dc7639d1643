import { DEFAULT_PAGE_SIZE } from '../../http/request/paging.ts'
import { REPORT_REASONS, type ReportReason } from '../../moderation/reports/schemas.ts'
import { Page, type PageHead } from '../parts/document.tsx'
import type { Site } from '../parts/site.ts'

/** Returns the path of the page on which a moderator acts on a list. */
export const casePath = ({ base }: Site, slug: string): string => `${base}/moderation/lists/${slug}`

/** The frame of a page for moderators. */
export const Frame = ({ children, ...head }: Omit<PageHead, 'description' | 'isUnlisted'>) => (
  <Page {...head} description="For moderators." isUnlisted>
    {children}
  </Page>
)

export interface Paged<Item> {
  site: Site
  items: readonly Item[]
  total: number
  page: number
  /** What the address asks for and does not exist. */
  unknown: readonly string[]
}

/** Number of cases, or of entries of the log, on a page. */
export const SIZE = DEFAULT_PAGE_SIZE

export const reasonWords = (reason: string) => REPORT_REASONS[reason as ReportReason] ?? reason
