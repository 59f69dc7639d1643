import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerProgram, type WaitingProgram, waitingProgram } from '../../accounts/device/service.ts'
import { requireUnsuspended } from '../../actor.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { createAttemptLimit } from '../../http/limits/attempt-limit.ts'
import { addressKey } from '../../http/limits/client-key.ts'
import { requireSession } from '../../http/request/session.ts'
import { HTML } from '../../http/response/headers.ts'
import { formAgain } from '../form/again.ts'
import { formOf, text } from '../form/fields.ts'
import type { FormState } from '../form/state.ts'
import type { AccountRoutesOptions } from '../sign-in/options.ts'
import { devicePage } from './service.tsx'

const hide = true // pages are not part of the API's reference

const CodeQuery = z.object({ user_code: z.string().optional().catch(undefined) })
const CodeForm = formOf({ user_code: text })
const AnswerForm = formOf({ user_code: text, answer: text })

const MAX_WRONG = 5
const MINUTE_MS = 60_000

/** The page on which a signed-in user answers a program that shows a code. A GET never allows access. */
export const deviceRoutes: FastifyPluginAsyncZod<Pick<AccountRoutesOptions, 'context'>> = async (app, { context }) => {
  const config = { session: 'required', hidesQuery: true } as const
  const wrongCodes = createAttemptLimit(MAX_WRONG, MINUTE_MS)

  /**
   * Returns the program that waits with a code. Throws a 422 if none does, and a 429 after five wrong codes in a
   * minute.
   */
  async function requireWaiting(
    { ip }: FastifyRequest,
    reply: FastifyReply,
    userCode: string,
  ): Promise<WaitingProgram> {
    const attempt = wrongCodes.begin(addressKey(ip), context.clock())
    if ('seconds' in attempt) {
      reply.header('retry-after', attempt.seconds)
      throw new CatalogError('rate_limited', `Too many wrong codes. Try again in ${attempt.seconds} seconds.`)
    }
    const program = await waitingProgram(context, userCode)
    if (program === null) throw wrongCode()
    attempt.forgive()
    return program
  }

  const wrongCode = () =>
    invalid({ user_code: ['No program waits with this code. It may have expired; start again in the program.'] })

  const again = formAgain((request, form) => page(request, { form }))

  app.get('/device', {
    config,
    schema: { hide, querystring: CodeQuery },
    errorHandler: again,
    handler: async (request, reply) => {
      const { user_code: userCode } = request.query
      if (userCode === undefined) return reply.type(HTML).send(page(request, {}))
      const program = await requireWaiting(request, reply, userCode)
      return reply.type(HTML).send(page(request, { form: formWith(userCode), program }))
    },
  })

  app.post('/device', {
    config,
    schema: { hide, body: CodeForm },
    errorHandler: again,
    handler: async (request, reply) => {
      const { user_code: userCode } = request.body
      const program = await requireWaiting(request, reply, userCode)
      return reply.type(HTML).send(page(request, { form: formWith(userCode), program }))
    },
  })

  app.post('/device/answer', {
    config,
    schema: { hide, body: AnswerForm },
    errorHandler: again,
    handler: async (request, reply) => {
      const { user_code: userCode, answer } = request.body
      const isAllowed = answer === 'allow'
      const { id: sessionId, actor } = requireSession(request.session)
      if (isAllowed) requireUnsuspended(actor)
      await requireWaiting(request, reply, userCode)
      const session = { userId: actor.user.id, sessionId }
      if (!(await answerProgram(context, userCode, session, isAllowed))) throw wrongCode()
      return reply.type(HTML).send(page(request, { answer: isAllowed ? 'allowed' : 'denied' }))
    },
  })

  const page = (request: FastifyRequest, shown: Parameters<typeof devicePage>[2]) =>
    devicePage(context, requireSession(request.session).actor.user.name, shown)
}

const formWith = (userCode: string): FormState => ({ values: { user_code: userCode.trim().toUpperCase() }, errors: {} })
