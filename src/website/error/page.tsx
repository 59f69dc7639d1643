import { counted } from '../../text/plural.ts'
import { type Choice, ChooserForm } from '../compare/chooser.tsx'
import { Page } from '../parts/document.tsx'
import type { Site } from '../parts/site.ts'

/** An error as people are told it. */
export interface ErrorPageData {
  site: Site
  status: number
  /** As the API would tell it. */
  message: string
  /** Seconds after which to come again. */
  retryAfter: number | undefined
  /** Whether the address is that of a list, or of what a list has. */
  isOfList: boolean
  /** Whether a form was sent that can be sent again. */
  isOfForm: boolean
  /** The two lists that were to be compared. */
  compared: Choice | undefined
}

const TITLES: Readonly<Record<number, string>> = {
  404: 'Not found',
  405: 'Not possible here',
  413: 'That is too large',
  422: 'That can’t be shown',
  429: 'Too many requests',
  503: 'Not available right now',
}

export function ErrorPage({ site, status, message, retryAfter, isOfList, isOfForm, compared }: ErrorPageData) {
  const title = TITLES[status] ?? 'Something went wrong'
  const isCompared = status === 404 && compared !== undefined
  const what = isCompared ? 'One of these lists' : `${isOfList ? 'A list' : 'What was'} at this address`
  return (
    <Page site={site} title={title} description={message} path={null} isUnlisted>
      <div class="notice">
        <p class="status">{status}</p>
        <h1>{title}</h1>
        <p>{status === 404 ? `${what} has expired, or never existed.` : message}</p>
        {retryAfter !== undefined && <p>Come again in {counted(retryAfter, 'second')}.</p>}
        {isOfForm && <p>Go back in your browser to send it again: what you typed is still there.</p>}
        {isCompared && <ChooserForm site={site} choice={compared} lists={[]} />}
        <p>
          <a href={`${site.base}/lists`}>All lists</a>
        </p>
      </div>
    </Page>
  )
}
