import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerProgram, type WaitingProgram, waitingProgram } from '../../accounts/device/service.ts'
import { type Ability, requireUnsuspended } from '../../actor.ts'
import { CatalogError, invalid } from '../../errors.ts'
import { addressKey, createAttemptLimit } from '../../http/limits/rate-limits.ts'
import { requireSession } from '../../http/request/session.ts'
import { HTML, retryAfter } from '../../http/response/headers.ts'
import { ABILITY_WORDS } from '../account/tokens/page.tsx'
import { documentOf, Page } from '../components/document.tsx'
import { Name } from '../components/shown-list.tsx'
import { type Site, siteOf } from '../components/site.ts'
import { Time } from '../components/time.tsx'
import { formAgain } from '../form/again.ts'
import { Problems, Submit, SubmitButton, TextField } from '../form/field.tsx'
import { EMPTY_FORM, type FormState, formOf, text } from '../form/state.ts'
import { type AccountRoutesOptions, accountOf } from '../sign-in/options.ts'

interface Shown {
  form?: FormState
  program?: WaitingProgram
  answer?: 'allowed' | 'denied'
}

/** Renders the page on which a user gives a program a token, by the code that the program shows. */
function devicePage(site: Site, user: string, { form = EMPTY_FORM, program, answer }: Shown): Buffer {
  const title = answer === undefined ? 'Connect a program' : answer === 'allowed' ? 'Allowed' : 'Denied'
  return documentOf(
    <Page
      site={site}
      title={title}
      description="Give a program access to your account, by the code that it shows."
      path="/device"
      isUnlisted
      script="account.js"
    >
      <h1>{title}</h1>
      {answer !== undefined ? (
        <Answered site={site} isAllowed={answer === 'allowed'} />
      ) : program === undefined ? (
        <CodeEntry site={site} form={form} />
      ) : (
        <Question site={site} user={user} form={form} program={program} />
      )}
    </Page>,
  )
}

const CodeEntry = ({ site, form }: { site: Site; form: FormState }) => (
  <form class="upload" method="post" action={`${site.base}/device`} noValidate>
    <Problems form={form} heading="No program was connected:" />
    <TextField form={form} name="user_code" label="Code" hint="The program shows it, such as BCDF-GHJK." required />
    <Submit text="Continue" />
  </form>
)

interface Asked {
  site: Site
  user: string
  form: FormState
  program: WaitingProgram
}

const Question = ({ site, user, form, program }: Asked) => (
  <form class="upload" method="post" action={`${site.base}/device/answer`}>
    <div class="card">
      <p>
        A program that calls itself{' '}
        <strong>
          <Name of={program.clientId} />
        </strong>{' '}
        wants to act as <Name of={user} />. It asked at <Time at={program.createdAt} />. It could:
      </p>
      <ul>
        {program.abilities.map((ability) => (
          <li key={ability}>{ABILITY_WORDS[ability as Ability] ?? ability}</li>
        ))}
      </ul>
      <p>
        Allow it only if you started this program yourself, a moment ago, and it shows the code{' '}
        <strong>{form.values.user_code}</strong>. Nobody else should have sent you this link or code.
      </p>
    </div>
    <input type="hidden" name="user_code" value={form.values.user_code ?? ''} />
    <p class="actions">
      <SubmitButton text="Allow" name="answer" value="allow" />
      <SubmitButton text="Deny" name="answer" value="deny" class="danger" />
    </p>
  </form>
)

const Answered = ({ site, isAllowed }: { site: Site; isAllowed: boolean }) => (
  <>
    <p>
      {isAllowed
        ? 'The program continues in a few seconds. You can close this page.'
        : 'The program did not get access. You can close this page.'}
    </p>
    <p>
      <a href={`${site.base}/account?tab=tokens`}>Your API tokens</a>
    </p>
  </>
)

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
