import type { FastifyReply, FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { analysedDomain, analyse as analyseFiles, readEach } from '../../compare/analysing/service.ts'
import type { CompareContext } from '../../compare/differ.ts'
import type { FieldErrors } from '../../errors.ts'
import { readCountsByGame } from '../../games/queries.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { formParsing } from '../../http/request/form.ts'
import type { FormFile, UploadLimits } from '../../http/request/upload.ts'
import { fieldErrorsOf } from '../../http/response/error-handler.ts'
import { sendPrivatePage } from '../../http/response/headers.ts'
import { namedEntries } from '../../load-order/reading/listing.ts'
import type { CrashLog } from '../../load-order/schemas.ts'
import { decodeText } from '../../text/encoding.ts'
import { acceptsHtml } from '../accepts.ts'
import { documentOf } from '../components/document.tsx'
import { siteOf } from '../components/site.ts'
import { dayAndMonth } from '../components/time.tsx'
import { files } from '../form/input.ts'
import type { GameChoice } from '../form/list-fields.tsx'
import { formBody } from '../form/pasted-service.ts'
import type { FoundPage } from '../found-page.ts'
import { crashTitle, isPlainLog } from '../list/crash.tsx'
import type { pageSender } from '../send-page.ts'
import { AnalysePage, type Analysis } from './page.tsx'

/** One text: the form that shares it sends it again, and would leave a second one out. */
const AnalyseForm = z.object({
  files: files.refine((all) => all.length === 1, 'Paste a log or choose its file, not both.'),
})

interface AnalysePageOptions {
  context: CompareContext
  upload: UploadLimits
  readForm: preValidationAsyncHookHandler
  send: ReturnType<typeof pageSender>
}

export const analysePageRoutes: FastifyPluginAsyncZod<AnalysePageOptions> = async (
  app,
  { context, upload, readForm, send },
) => {
  await app.register(formParsing)

  app.get('/analyse', {
    config: { cacheKey: () => [] },
    handler: (request, reply) => send(request, reply, () => findAnalysePage(context)),
  })

  app.post('/analyse', {
    config: { changesNothing: true, countsAsWrite: true },
    preValidation: [
      readForm,
      async (request: FastifyRequest, reply: FastifyReply) => {
        request.body = await formBody(context, request.body, upload, clientGone(reply))
      },
    ],
    schema: { body: AnalyseForm },
    errorHandler: async (thrown, request, reply) => {
      const errors = fieldErrorsOf(thrown)
      if (errors === undefined || !acceptsHtml(request.headers.accept)) throw thrown
      return sendPrivatePage(reply, 422, await analysePage(context, { errors }, clientGone(reply)))
    },
    handler: async ({ body }, reply) =>
      sendPrivatePage(reply, 200, await analysePage(context, { file: body.files[0], errors: {} }, clientGone(reply))),
  })
}

async function findAnalysePage({ db, clock, urls }: CompareContext): Promise<FoundPage> {
  const { games, snapshot } = await readCountsByGame(db, clock())
  const choices = games.map(({ id, name }) => ({ id, name }))
  return {
    version: [choices],
    snapshot,
    validUntil: null,
    render: () => <AnalysePage site={siteOf(urls)} errors={{}} games={choices} analysis={undefined} />,
  }
}

/** Returns the page with what was read from the sent file, or with the errors of the form. Nothing is stored. */
async function analysePage(
  context: CompareContext,
  { file, errors }: { file?: FormFile | undefined; errors: FieldErrors },
  signal: AbortSignal,
): Promise<Buffer> {
  const { games } = await readCountsByGame(context.db, context.clock())
  const analysis = file && (await analyse(context, file, games, signal))
  return documentOf(<AnalysePage site={siteOf(context.urls)} errors={errors} games={games} analysis={analysis} />)
}

async function analyse(
  context: CompareContext,
  file: FormFile,
  games: readonly GameChoice[],
  signal: AbortSignal,
): Promise<Analysis> {
  const content = Buffer.concat(file.pieces)
  const [guessed] = await readEach(context, 'game', [file], signal)
  const game = games.find(({ id, name }) => guessed === name || guessed === String(id))
  const input = { files: [file], game: game && String(game.id) }
  const domain = await analysedDomain(context, input)
  const order = await analyseFiles(context, input, domain, signal)
  const named = order.log === null ? [] : namedEntries(order.log, order.mods, order.plugins, () => undefined)
  return { file: file.name, text: decodeText(content), order, named, listName: listNameOf(order.log, file.name), game }
}

/** Returns the name of the list that a log becomes: "skee64.dll crash, 16 Dec", or "Log of Minecraft" without a crash. */
function listNameOf(log: CrashLog | null, file: string): string {
  if (log === null) return file
  const what = isPlainLog(log) ? crashTitle(log) : log.at?.module == null ? 'Crash' : `${log.at.module} crash`
  const day = log.time === null ? undefined : dayAndMonth(log.time)
  return day === undefined ? what : `${what}, ${day}`
}
