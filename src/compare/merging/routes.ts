import { create } from 'content-disposition'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { operations } from '../../http/openapi/operation.ts'
import { formSchema } from '../../http/request/upload.ts'
import { describeDownload } from '../../http/response/headers.ts'
import { data } from '../../lists/schemas.ts'
import { CHANGE_KINDS, type Take } from '../../load-order/merging/compared-lists.ts'
import { ModEntry, OrderCounts } from '../../load-order/schemas.ts'
import { CompareParams } from '../schemas.ts'
import { ASKED_PAIR, askedPairSender, type CompareRoutesOptions } from '../send-pair.ts'
import { mergePair, mergeZip } from './service.ts'

const DESCRIPTION =
  'Returns the files of the first list with some or all of its changes to the second list applied. Nothing is saved. A mod ' +
  'that is switched on or off keeps its place, and a removed one is switched off. A moved or added mod is placed after the ' +
  'nearest preceding mod of the second list that did not move or is applied, too. Everything else stays the same. ' +
  '`merge.zip` has the files in the encoding and with the line ends of the first list. Settings are never merged.'

const responses = (success: string) => ({
  200: success,
  404: 'One of the lists does not exist.',
  413: 'The body is larger than 256 KiB.',
  422: 'A name is not among the changes, or the first list has no file to change.',
})

const chosen = z
  .union([z.boolean(), z.array(z.string())], { error: 'The value must be true, false or an array of names.' })
  .optional()
const ChosenKinds = z
  .strictObject(
    { added: chosen, removed: chosen, enabled: chosen, disabled: chosen, moved: chosen },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys'
          ? `There is no such kind of change. The kinds are ${CHANGE_KINDS.join(', ')}.`
          : 'The value must be an object with the kinds of changes.',
    },
  )
  .optional()

const Chosen: z.ZodType<Take> = z
  .strictObject(
    { mods: ChosenKinds, plugins: ChosenKinds },
    {
      error: ({ code, input }) => {
        if (code === 'unrecognized_keys') return 'Only changes of mods and plugins can be applied.'
        return `The take field ${input === undefined ? 'is required, in a body of the type application/json' : 'must be an object'}.`
      },
    },
  )
  .describe(
    'What to apply: for each kind of change `true` for all, or the names. Without a kind, none of it is applied.',
  )

/** The body of a merge. A missing body, or one of another type, lacks the field `take`. */
const MergeInput = formSchema(z.object({ take: Chosen }))

const { name, version, source } = ModEntry.shape

const Merge = z
  .object({
    files: z
      .array(z.object({ name: z.string(), content: z.array(z.string()).describe('The lines, without line ends.') }))
      .describe('The files that change, under the names that they have in the first list.'),
    taken: z.object({ mods: OrderCounts, plugins: OrderCounts }).describe('Numbers of changes that were applied.'),
    to_install: z
      .array(z.object({ name, version, source }))
      .describe('The added mods. Install them first: a mod manager drops the lines of mods that are not installed.'),
  })
  .meta({ id: 'Merge', description: 'The files of a list after changes of another list were applied.' })

const docs = operations('Compare', {
  mergeLists: {
    summary: 'Apply changes to a list',
    description: DESCRIPTION,
    consumes: ['application/json'],
    responseDescriptions: responses('The files that change, and what was applied.'),
  },
  downloadMerge: {
    summary: 'Apply changes to a list, as a zip',
    description: DESCRIPTION,
    consumes: ['application/json'],
    produces: ['application/zip'],
    responseDescriptions: responses('A zip of the files that change.'),
  },
})

export const mergeRoutes: FastifyPluginAsyncZod<Omit<CompareRoutesOptions, 'cached'>> = async (app, options) => {
  const send = askedPairSender(options)

  app.post('/:slug1/:slug2/merge', {
    config: ASKED_PAIR,
    schema: { ...docs.mergeLists, params: CompareParams, body: MergeInput, response: { 200: data(Merge) } },
    handler: (request, reply) => {
      reply.type('application/json; charset=utf-8')
      return send(request, reply, request.body.take, mergePair)
    },
  })

  app.post('/:slug1/:slug2/merge.zip', {
    config: ASKED_PAIR,
    schema: {
      ...docs.downloadMerge,
      params: CompareParams,
      body: MergeInput,
      response: { 200: z.string().meta({ format: 'binary' }) },
    },
    handler: (request, reply) => {
      describeDownload(reply, 'application/zip', create(`${request.params.slug1}-merged.zip`))
      return send(request, reply, request.body.take, mergeZip)
    },
  })
}
