import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Actor, requireAbility } from '../../actor.ts'
import { CatalogError } from '../../errors.ts'
import { requestContext } from '../../http/limits/rate-limits.ts'
import { requireSession, requireSessions } from '../../http/request/session.ts'
import { fieldErrorsOf } from '../../http/response/error-handler.ts'
import { HTML } from '../../http/response/headers.ts'
import { ListParams } from '../../lists/schemas.ts'
import { moderate } from '../../moderation/actions/service.ts'
import { OrderForm } from '../../moderation/cases/schemas.ts'
import type { OwnContext } from '../account/service.tsx'
import { EMPTY_FORM, typedForm } from '../form/state.ts'
import { PageQuery } from '../parameters.ts'
import { siteOf } from '../parts/site.ts'
import { casePage, casesPage, logPage } from './cases-page.tsx'

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
