import { CompareParams } from '../../compare/schemas.ts'
import type { Urls } from '../../context.ts'
import type { RenderErrorPage } from '../../http/response/error-handler.ts'
import { asPage, HTML, variesBy } from '../../http/response/headers.ts'
import { counted, withSizeText } from '../../text/amounts.ts'
import { acceptsHtml, isForWebsite } from '../accepts.ts'
import type { Choice } from '../compare/choice.ts'
import { ChooserForm } from '../compare/chooser.tsx'
import { documentOf, Page } from '../components/document.tsx'
import { ButtonLink } from '../components/link.tsx'
import { OwnLists } from '../components/list-row.tsx'
import { type Site, siteOf } from '../components/site.ts'
import { KeyForm } from '../edit/hidden-page.tsx'

/** Renders errors of the website as pages for browsers, without the database. */
export const errorPages =
  (urls: Urls): RenderErrorPage =>
  ({ status, code, message }, request, reply) => {
    if (!isForWebsite(request)) return undefined
    variesBy(reply, 'Accept')
    if (!acceptsHtml(request.headers.accept)) return undefined
    asPage(reply).type(HTML)
    const seconds = reply.getHeader('retry-after')
    const retryAfter = seconds === undefined ? undefined : Number(seconds)
    const data = {
      status,
      code,
      message: withSizeText(message),
      retryAfter,
      isOfForm: request.method === 'POST' && (retryAfter !== undefined || status === 413),
      isOfEdit: /^\/lists\/:slug\/(edit|hidden)/.test(request.routeOptions.url ?? ''),
      compared: comparedIn(request.params),
    }
    return documentOf(<ErrorPage site={siteOf(urls)} {...data} />)
  }

/** Returns the two lists in the address of a comparison, or undefined for other addresses. */
function comparedIn(params: unknown) {
  const { data } = CompareParams.safeParse(params)
  return data && { first: data.slug1, second: data.slug2, game: '' }
}

interface ErrorPageData {
  site: Site
  status: number
  code: string
  message: string
  /** Seconds until a retry makes sense. */
  retryAfter: number | undefined
  /** Whether the request sent a form that can be sent again. */
  isOfForm: boolean
  /** Whether the address is the edit page of a list. */
  isOfEdit: boolean
  /** The two lists in the address, if it is a comparison's. */
  compared: Choice | undefined
}

const TITLES: Readonly<Record<number, string>> = {
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not allowed here',
  409: 'Decided already',
  410: 'Gone',
  413: 'Too large',
  422: 'This can’t be shown',
  429: 'Too many requests',
  503: 'Not available right now',
}

function ErrorPage(data: ErrorPageData) {
  const { site, status, message, retryAfter, isOfForm, isOfEdit, compared } = data
  const title = TITLES[status] ?? 'Something went wrong'
  const isCompared = status === 404 && compared !== undefined
  const isFull = status === 503 && message.startsWith("The server's disk is")
  const asksForKey = status === 404 && isOfEdit
  return (
    <Page
      site={site}
      title={title}
      description={message}
      path={null}
      isUnlisted
      {...(asksForKey && { script: 'owner.js' })}
    >
      <div>
        <h1>{title}</h1>
        <p>{status === 404 ? missing(data, isCompared) : isFull ? message : withWait(data)}</p>
        {isFull && (
          <p>
            Only the operator of this site can help{site.info.contact === undefined ? '' : ': '}
            {site.info.contact !== undefined && <a href={site.info.contact}>Contact</a>}.
          </p>
        )}
        {retryAfter !== undefined && !isFull && !isOfForm && <ButtonLink to="" text="Try again" />}
        {isOfForm && <p>Go back in your browser to send the form again. What you typed is still there.</p>}
        {asksForKey && <KeyForm />}
        {isCompared && <ChooserForm site={site} choice={compared} lists={[]} />}
        {status === 404 && <SearchForm site={site} />}
        <p>
          <a href={`${site.base}/lists`}>All lists</a>
        </p>
      </div>
      {status === 404 && <OwnLists />}
    </Page>
  )
}

/** Returns the message of an error in one sentence with the seconds to wait. That of a rate limit names them itself. */
const withWait = ({ status, message, retryAfter }: ErrorPageData): string =>
  retryAfter === undefined || status === 429
    ? message.replace(/^Too many requests\. /, '') // as the heading says
    : message.replace(/(\. Try again in a moment)?\.$/, `; try again in ${counted(retryAfter, 'second')}.`)

/** A search over all lists, for a reader whose list has moved or gone. */
const SearchForm = ({ site }: { site: Site }) => (
  <form class="search" action={`${site.base}/lists`}>
    <label>
      Search lists <input type="search" name="search" />
    </label>
    <button type="submit">Search</button>
  </form>
)

function missing({ code, message }: ErrorPageData, isCompared: boolean): string {
  if (isCompared) return 'One of these lists was deleted, has expired, or never existed.'
  if (code === 'list_not_found') return 'There is no list here. It was deleted, has expired, or never existed.'
  if (code === 'revision_not_found') return 'This list has no such version, or it was deleted.'
  if (code === 'route_not_found') return 'There is no page here. Check the address: it may have been cut off.'
  return message
}
