import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { data, File, FileWithContent, ListParams } from '../lists/schemas.ts'
import { fileDetail, fileView } from '../lists/view.ts'
import { FileParams } from './schemas.ts'
import { describeFile, describeFiles, readFile } from './service.ts'

/** The files of one list: registered under the list's own path. */
export const fileRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  app.get('/files', {
    schema: { params: ListParams, response: { 200: data(z.array(File)) } },
    handler: async ({ params }) => ({ data: (await describeFiles(context, params.slug)).map(fileView) }),
  })

  app.get('/files/:name', {
    schema: { params: FileParams, response: { 200: data(FileWithContent) } },
    handler: async ({ params }) => {
      const file = await describeFile(context, params.slug, params.name)
      return { data: fileDetail(await readFile(context, file)) }
    },
  })
}
