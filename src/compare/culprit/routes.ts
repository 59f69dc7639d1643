import { create } from 'content-disposition'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { operations } from '../../http/openapi/operation.ts'
import { describeDownload } from '../../http/response/headers.ts'
import { data } from '../../lists/schemas.ts'
import { CompareParams } from '../schemas.ts'
import { ASKED_PAIR, askedPairSender, type CompareRoutesOptions } from '../send-pair.ts'
import { Culprit, CulpritInput } from './schemas.ts'
import { culpritZip, findCulprit } from './service.ts'

const DESCRIPTION =
  'Finds the change, or the few changes together, that make the second list crash while the first one works. Each call has ' +
  'all answers so far, and returns the set of changes to test next, with the files that make it. Nothing is stored. An ' +
  'answer without `take` is about the set that is asked for after the answers before it.'

const responses = (success: string) => ({
  200: success,
  404: 'One of the lists does not exist.',
  413: 'The body is larger than 256 KiB.',
  422: 'An answer is not valid, a unit is unknown, or the lists have too many changes.',
})

const docs = operations('Compare', {
  findCulprit: {
    summary: 'Find the changes that make a list crash',
    description: DESCRIPTION,
    consumes: ['application/json'],
    responseDescriptions: responses('The state of the search.'),
  },
  downloadCulprit: {
    summary: 'Download the files to test next',
    description: DESCRIPTION,
    consumes: ['application/json'],
    produces: ['application/zip'],
    responseDescriptions: responses(
      'A zip of the files to test next, in the encoding and with the line ends of the first list.',
    ),
  },
})

export const culpritRoutes: FastifyPluginAsyncZod<Omit<CompareRoutesOptions, 'cached'>> = async (app, options) => {
  const send = askedPairSender(options)

  app.post('/:slug1/:slug2/culprit', {
    config: ASKED_PAIR,
    schema: { ...docs.findCulprit, params: CompareParams, body: CulpritInput, response: { 200: data(Culprit) } },
    handler: (request, reply) => {
      reply.type('application/json; charset=utf-8')
      return send(request, reply, request.body, findCulprit)
    },
  })

  app.post('/:slug1/:slug2/culprit.zip', {
    config: ASKED_PAIR,
    schema: {
      ...docs.downloadCulprit,
      params: CompareParams,
      body: CulpritInput,
      response: { 200: z.string().meta({ format: 'binary' }) },
    },
    handler: (request, reply) => {
      describeDownload(reply, 'application/zip', create(`${request.params.slug1}-test.zip`))
      return send(request, reply, request.body, culpritZip)
    },
  })
}
