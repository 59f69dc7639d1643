import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Actor, requireAbility } from '../../actor.ts'
import { CatalogError } from '../../errors.ts'
import { requestContext } from '../../http/limits/rate-limits.ts'
import { DEFAULT_PAGE_SIZE } from '../../http/request/paging.ts'
import { requireSession, requireSessions } from '../../http/request/session.ts'
import { fieldErrorsOf } from '../../http/response/error-handler.ts'
import { HTML } from '../../http/response/headers.ts'
import { ListParams } from '../../lists/schemas.ts'
import { moderate } from '../../moderation/actions/service.ts'
import { type CaseSummary, OrderForm } from '../../moderation/cases/schemas.ts'
import { caseOf, casesOf, logOf } from '../../moderation/cases/service.ts'
import { counted, sizeText } from '../../text/amounts.ts'
import { visibleName } from '../../text/harmless.ts'
import type { OwnContext } from '../account/service.tsx'
import { documentOf } from '../components/document.tsx'
import { Pager } from '../components/pager.tsx'
import { Name, NameLink } from '../components/shown-list.tsx'
import { siteOf } from '../components/site.ts'
import { Unknown } from '../components/tabs.tsx'
import { EventTime } from '../components/time.tsx'
import { EMPTY_FORM, type FormState, typedForm } from '../form/state.ts'
import { PageQuery } from '../parameters.ts'
import { CasePage } from './case-page.tsx'
import { casePath, Frame, LogPage, type Paged, reasonWords } from './log-page.tsx'

/** The pages of moderators. Each route requires the session of a moderator (403), and none is cached. */
export const moderationPageRoutes: FastifyPluginAsyncZod<{ context: OwnContext }> = async (app, { context }) => {
  requireSessions(app)
  app.addHook('preValidation', async (request) => void moderatorOf(request))

  app.get('/moderation', {
    schema: { querystring: PageQuery },
    handler: async ({ query }, reply) => reply.type(HTML).send(await casesPage(context, query)),
  })

  app.get('/moderation/log', {
    schema: { querystring: PageQuery },
    handler: async ({ query }, reply) => reply.type(HTML).send(await logPage(context, query)),
  })

  app.get('/moderation/lists/:slug', {
    schema: { params: ListParams },
    handler: async ({ params }, reply) => reply.type(HTML).send(await casePage(context, params.slug, EMPTY_FORM)),
  })

  app.post('/moderation/lists/:slug', {
    config: { worksOnFullDisk: true },
    schema: { params: ListParams, body: OrderForm },
    errorHandler: async (thrown, request, reply) => {
      const isLate = thrown instanceof CatalogError && thrown.kind === 'conflict'
      const errors = isLate ? { '': [thrown.message] } : fieldErrorsOf(thrown)
      if (errors === undefined) throw thrown
      // The page shows the current state of the case, so that the moderator can decide again.
      const { slug } = ListParams.parse(request.params)
      const { values } = typedForm(request.body)
      const page = await casePage(context, slug, { values, errors }).catch(() => Promise.reject(thrown)) // the list is gone
      return reply
        .code(isLate ? 409 : 422)
        .type(HTML)
        .send(page)
    },
    handler: async (request, reply) => {
      const { params, body } = request
      await moderate(requestContext(context, request), moderatorOf(request), params.slug, body)
      return reply.redirect(`${siteOf(context.urls).base}/moderation`, 303)
    },
  })
}

function moderatorOf({ session }: FastifyRequest): Actor {
  const { actor } = requireSession(session)
  if (!actor.user.moderator) throw new CatalogError('forbidden', 'This page is for moderators.')
  requireAbility(actor, 'moderate')
  return actor
}

const CasesPage = ({ site, items, total, page, unknown }: Paged<CaseSummary>) => (
  <Frame site={site} title="Moderation" path="/moderation">
    <h1>Moderation</h1>
    <p class="meta">
      <span>{total === 0 ? 'no open cases' : `${counted(total, 'open case')}, oldest first`}</span>
      <a href={`${site.base}/moderation/log`}>Log</a>
    </p>
    <Unknown what={unknown} />
    {total === 0 && <p class="empty">Nothing to do. A list can also be acted on from its “Report” page.</p>}
    <ul class="cards">
      {items.map(({ slug, name, author, bytes, since, reasons, more, hidden }) => (
        <li key={slug} class="card">
          <h2>
            <NameLink to={casePath(site, slug)} name={visibleName(name)} />
          </h2>
          <p>{reasonsText(reasons, more)}</p>
          <p class="meta">
            <span>{author === null ? 'anonymous' : <Name of={visibleName(author)} />}</span>
            <span>{sizeText(bytes)}</span>
            {hidden && <span>hidden</span>}
            <EventTime event="since" at={since} />
          </p>
        </li>
      ))}
    </ul>
    <Pager
      page={page}
      total={total}
      size={DEFAULT_PAGE_SIZE}
      address={(number) => `${site.base}/moderation?page=${number}`}
    />
  </Frame>
)

const reasonsText = (reasons: Readonly<Record<string, number>>, more: number) =>
  [
    ...Object.entries(reasons).map(([reason, count]) => `${reasonWords(reason)} (${count})`),
    ...(more > 0 ? [`${more} more`] : []),
  ].join(', ')

const rangeOf = (page: number) => ({ skip: (page - 1) * DEFAULT_PAGE_SIZE, take: DEFAULT_PAGE_SIZE })

async function casesPage(context: OwnContext, { page, unknown }: PageQuery): Promise<Buffer> {
  const found = await casesOf(context, rangeOf(page))
  return documentOf(<CasesPage site={siteOf(context.urls)} {...{ page, unknown, ...found }} />)
}

async function logPage(context: OwnContext, { page, unknown }: PageQuery): Promise<Buffer> {
  const found = await logOf(context, rangeOf(page))
  return documentOf(<LogPage site={siteOf(context.urls)} {...{ page, unknown, ...found }} />)
}

/** Renders the page of a case (404), with the typed values and the errors of its form. */
async function casePage(context: OwnContext, slug: string, form: FormState): Promise<Buffer> {
  const found = await caseOf(context, slug)
  return documentOf(<CasePage site={siteOf(context.urls)} found={found} form={form} />)
}
