import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerProgram, waitingProgram } from '../../accounts/device/service.ts'
import { requireUnsuspended } from '../../actor.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { addressKey, createAttemptLimit } from '../../http/limits/rate-limits.ts'
import { requireSession } from '../../http/request/session.ts'
import { HTML, retryAfter } from '../../http/response/headers.ts'
import { formAgain } from '../form/again.ts'
import { formOf, text } from '../form/state.ts'
import { siteOf } from '../parts/site.ts'
import { type AccountRoutesOptions, accountOf } from '../sign-in/options.ts'
import { devicePage } from './page.tsx'

const CodeQuery = z.object({ user_code: z.string().optional().catch(undefined) })
const CodeForm = formOf({ user_code: text })
const AnswerForm = formOf({ user_code: text, answer: text })

/** Maximum number of wrong codes that an address can enter in a minute. */
const MAX_WRONG = 5
const MINUTE_MS = 60_000

/** The page on which a signed-in user answers a program that shows a code. A GET never allows access. */
export const deviceRoutes: FastifyPluginAsyncZod<Pick<AccountRoutesOptions, 'context'>> = async (app, { context }) => {
  const config = { session: 'required', hidesQuery: true } as const
  const wrongCodes = createAttemptLimit(MAX_WRONG, MINUTE_MS)

  /** Returns the program that waits with a code. Throws a 422 if none does, and a 429 after MAX_WRONG wrong codes. */
  async function requireWaiting({ ip }: FastifyRequest, reply: FastifyReply, userCode: string) {
    const attempt = wrongCodes.begin(addressKey(ip), context.clock())
    if ('seconds' in attempt) {
      retryAfter(reply, attempt.seconds)
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

  async function ask(request: FastifyRequest, reply: FastifyReply, userCode: string) {
    const program = await requireWaiting(request, reply, userCode)
    const form = { values: { user_code: userCode.trim().toUpperCase() }, errors: {} }
    return reply.type(HTML).send(page(request, { form, program }))
  }

  app.get('/device', {
    config,
    schema: { querystring: CodeQuery },
    errorHandler: again,
    handler: async (request, reply) => {
      const { user_code: userCode } = request.query
      return userCode === undefined ? reply.type(HTML).send(page(request, {})) : ask(request, reply, userCode)
    },
  })

  app.post('/device', {
    config,
    schema: { body: CodeForm },
    errorHandler: again,
    handler: (request, reply) => ask(request, reply, request.body.user_code),
  })

  app.post('/device/answer', {
    config,
    schema: { body: AnswerForm },
    errorHandler: again,
    handler: async (request, reply) => {
      const { user_code: userCode, answer } = request.body
      const isAllowed = answer === 'allow'
      if (isAllowed) requireUnsuspended(requireSession(request.session).actor)
      await requireWaiting(request, reply, userCode)
      if (!(await answerProgram(context, userCode, accountOf(request), isAllowed))) throw wrongCode()
      return reply.type(HTML).send(page(request, { answer: isAllowed ? 'allowed' : 'denied' }))
    },
  })

  const page = (request: FastifyRequest, shown: Parameters<typeof devicePage>[2]) =>
    devicePage(siteOf(context.urls), accountOf(request).name, shown)
}
