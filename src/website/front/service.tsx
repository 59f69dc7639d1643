import type { Context } from '../../context.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { readPage } from '../collection/service.tsx'
import type { FoundPage } from '../found-page.ts'
import { siteOf } from '../parts/site.ts'
import { FrontPage } from './page.tsx'

const NEWEST = 12

/** Finds the front page. */
export async function findFrontPage(context: Context, limits: UploadLimits, signal: AbortSignal): Promise<FoundPage> {
  const found = await readPage(context, {}, { skip: 0, take: NEWEST }, signal)
  const { lists, games, total, now, change, snapshot, validUntil } = found
  return {
    version: [lists, total, games, change, limits],
    snapshot,
    validUntil,
    render: () => <FrontPage {...{ site: siteOf(context.urls), now, lists, total, games, limits }} />,
  }
}
