import type { FastifyReply, preValidationAsyncHookHandler } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ByteBudget } from '../../http/limits/byte-budget.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { notStored } from '../../http/response/reply-headers.ts'
import { data } from '../../lists/schemas.ts'
import { LoadOrder } from '../../load-order/schemas.ts'
import type { CompareContext } from '../differ.ts'
import { docs } from './docs.ts'
import { AnalyseInput } from './input.ts'
import { analysedDomain, analysisJson } from './service.ts'

interface AnalyseRoutesOptions {
  context: CompareContext
  /** Reads forms with files; see http/request/form.ts. */
  readForm: preValidationAsyncHookHandler
  budget: ByteBudget
}

/** The route that reads files without storing them. */
export const analyseRoutes: FastifyPluginAsyncZod<AnalyseRoutesOptions> = async (
  app,
  { context, readForm, budget },
) => {
  app.post('/analyse', {
    config: { token: 'ignored', changesNothing: true, countsAsWrite: true },
    preValidation: readForm,
    schema: { ...docs.analyse, body: AnalyseInput, response: { 200: data(LoadOrder) } },
    handler: (request, reply) => send(reply, request.body),
  })

  async function send(reply: FastifyReply, input: AnalyseInput) {
    const signal = clientGone(reply)
    const domain = await analysedDomain(context, input)
    const bytes = input.files.flatMap(({ pieces }) => pieces).reduce((sum, { length }) => sum + length, 0)
    const work = () => analysisJson(context, input, domain, signal)
    const json = await budget.reserve(bytes, work)
    return notStored(reply).type('application/json; charset=utf-8').send(json)
  }
}
