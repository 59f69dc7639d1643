import { CompareParams } from '../../compare/schemas.ts'
import type { Urls } from '../../context.ts'
import type { RenderErrorPage } from '../../http/response/error-handler.ts'
import { asPage, HTML, variesBy } from '../../http/response/headers.ts'
import { withSizeText } from '../../text/amounts.ts'
import { acceptsHtml, isForWebsite } from '../accepts.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { ErrorPage } from './page.tsx'

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
