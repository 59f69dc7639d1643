import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { describeDownload, isKnown, sendBytes, sendJson, sendTagged } from '../http/response/bytes.ts'
import type { OutgoingMemory } from '../http/response/outgoing-memory.ts'
import { data, File, FileWithContent, ListParams } from '../lists/schemas.ts'
import { fileView, fileWithLines } from '../lists/view.ts'
import { encodingOf, utf8Of } from '../text/encoding.ts'
import { linesToJson } from '../text/json-lines.ts'
import { attachment } from './disposition.ts'
import { docs } from './docs.ts'
import { FileParams, Zip } from './schemas.ts'
import { describeFile, describeFiles, readFile, readFiles } from './service.ts'
import { fileTag, zipTag } from './tags.ts'
import { zipBytes, zipOf } from './zip.ts'

/** The files of one list: registered under the list's own path. */
export const fileRoutes: FastifyPluginAsyncZod<{ context: Context; outgoing: OutgoingMemory }> = async (
  app,
  { context, outgoing },
) => {
  app.get('/files', {
    schema: {
      ...docs.listFiles,
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
      ...docs.showFile,
      params: FileParams,
      response: { 200: data(FileWithContent), 304: z.undefined() },
    },
    handler: async (request, reply) => {
      const file = await describeFile(context, request.params.slug, request.params.name)
      const key = `lines ${file.createdAt.getTime()} ${fileTag(context.edition, file)}`
      const body = await outgoing.reserveShared(key, file.bytes, async () => {
        const json = fileWithLines(file, linesToJson(utf8Of((await readFile(context, file)).content)))
        return Buffer.concat([Buffer.from('{"data":'), json, Buffer.from('}')])
      })
      return sendJson(request, reply, context.edition, body)
    },
  })

  // The second address is what the best known site has for the first.
  for (const [url, description] of [
    ['/files/:name/raw', docs.downloadFile],
    ['/download/:name', docs.downloadFileByName],
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
        const content = await outgoing.reserveShared(`raw ${tag}`, file.bytes, async () => {
          const { content } = await readFile(context, file)
          return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
        })
        const type = `text/plain; charset=${encodingOf(content)}`
        return sendBytes(request, reply, { bytes: content, tag, type, disposition: attachment(file.cleanName) })
      },
    })
  }

  app.get('/download', {
    schema: { ...docs.downloadList, params: ListParams, response: { 200: Zip, 304: z.undefined() } },
    handler: async (request, reply) => {
      const { slug } = request.params
      const described = await describeFiles(context, slug)
      const tag = zipTag(context.edition, described)
      if (isKnown(request, reply, tag)) return reply.code(304).send(undefined)
      const answer = describeDownload(reply, 'application/zip', attachment(`${slug}.zip`))
      if (request.method === 'HEAD') return answer.header('content-length', zipBytes(described)).send(Readable.from([]))
      const bytes = described.reduce((sum, file) => sum + file.bytes, 0)
      const zip = await outgoing.reserveShared(`zip ${tag}`, bytes, async () => {
        const files = await readFiles(context, slug)
        return zipTag(context.edition, files) === tag ? zipOf(files) : null
      })
      if (zip !== null) return answer.send(zip)
      const files = await readFiles(context, slug) // they were replaced meanwhile
      return answer.header('etag', zipTag(context.edition, files)).send(await zipOf(files))
    },
  })
}
