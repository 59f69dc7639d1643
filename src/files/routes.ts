import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { describeDownload, isKnown, sendBytes, sendTagged } from '../http/response/bytes.ts'
import { data, File, FileWithContent, ListParams } from '../lists/schemas.ts'
import { fileDetail, fileView } from '../lists/view.ts'
import { encodingOf } from '../text/encoding.ts'
import { attachment } from './disposition.ts'
import { reference } from './docs.ts'
import { FileParams, Zip } from './schemas.ts'
import { describeFile, describeFiles, readFile, readFiles } from './service.ts'
import { fileTag, zipTag } from './tags.ts'
import { headOfZip, zipOf } from './zip.ts'

/** The files of one list: registered under the list's own path. */
export const fileRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  app.get('/files', {
    schema: {
      ...reference.listFiles,
      params: ListParams,
      response: { 200: data(z.array(File)), 304: z.undefined() },
    },
    handler: async (request, reply) => {
      const files = await describeFiles(context, request.params.slug)
      return sendTagged(request, reply, context.edition, { data: files.map(fileView) })
    },
  })

  app.get('/files/:name', {
    schema: {
      ...reference.showFile,
      params: FileParams,
      response: { 200: data(FileWithContent), 304: z.undefined() },
    },
    handler: async (request, reply) => {
      const file = await describeFile(context, request.params.slug, request.params.name)
      return sendTagged(request, reply, context.edition, { data: fileDetail(await readFile(context, file)) })
    },
  })

  // The second address is what the best known site has for the first.
  for (const [url, description] of [
    ['/files/:name/raw', reference.downloadFile],
    ['/download/:name', reference.downloadFileByName],
  ] as const) {
    app.get(url, {
      schema: {
        ...description,
        params: FileParams,
        response: { 200: z.string(), 206: z.string(), 304: z.undefined() },
      },
      handler: async (request, reply) => {
        const file = await describeFile(context, request.params.slug, request.params.name)
        const tag = fileTag(context.edition, file)
        if (isKnown(request, reply, tag)) return reply.code(304).send(undefined)
        const { content } = await readFile(context, file)
        const type = `text/plain; charset=${encodingOf(content)}`
        return sendBytes(request, reply, { bytes: content, tag, type, disposition: attachment(file.cleanName) })
      },
    })
  }

  app.get('/download', {
    schema: { ...reference.downloadList, params: ListParams, response: { 200: Zip, 304: z.undefined() } },
    handler: async (request, reply) => {
      const { slug } = request.params
      const described = await describeFiles(context, slug)
      if (isKnown(request, reply, zipTag(context.edition, described))) return reply.code(304).send(undefined)
      const files = request.method === 'HEAD' ? null : await readFiles(context, slug)
      const { stream, bytes } = files === null ? headOfZip(described) : zipOf(files)
      reply.header('etag', zipTag(context.edition, files ?? described)).header('content-length', bytes)
      return describeDownload(reply, 'application/zip', attachment(`${slug}.zip`)).send(stream)
    },
  })
}
