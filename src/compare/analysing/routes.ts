import type { FastifyReply, preValidationAsyncHookHandler } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ByteBudget } from '../../http/limits/byte-budget.ts'
import { operations } from '../../http/openapi/operation.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { notStored } from '../../http/response/headers.ts'
import { data } from '../../lists/schemas.ts'
import { LoadOrder } from '../../load-order/schemas.ts'
import { jsonInTurns } from '../../text/json.ts'
import type { CompareContext } from '../differ.ts'
import { UNREADABLE } from '../docs.ts'
import { AnalyseInput, analyse, analysedDomain } from './service.ts'

const docs = operations('Lists', {
  analyse: {
    summary: 'View the load order of files without storing them',
    description:
      'Reads files as those of a list: the mods, plugins and settings of a profile, and what a crash log says. Nothing is ' +
      'stored. No token is needed, and one that is sent is ignored. Counts as a write.',
    consumes: ['multipart/form-data'],
    responseDescriptions: { 200: 'The load order.', ...UNREADABLE },
  },
})

interface AnalyseRoutesOptions {
  context: CompareContext
  readForm: preValidationAsyncHookHandler
  budget: ByteBudget
}

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
    const work = async () => jsonInTurns({ data: await analyse(context, input, domain, signal) })
    const json = await budget.reserve(bytes, work)
    return notStored(reply).type('application/json; charset=utf-8').send(json)
  }
}
