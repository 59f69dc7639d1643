import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { ByteBudget } from '../http/limits/byte-budget.ts'
import { type Operation, operations, taggedView } from '../http/openapi/operation.ts'
import { senderOf } from '../http/request/authentication.ts'
import { isKnown, sendBytes, sendTagged } from '../http/response/bytes.ts'
import { entityTag, tagOfHash } from '../http/response/entity-tag.ts'
import { describeDownload, sendLength, tagged } from '../http/response/headers.ts'
import type { FileEntry } from '../lists/hot-queries.ts'
import { RevisionParams } from '../lists/revisions/schemas.ts'
import { requireAddress } from '../lists/revisions/service.ts'
import { data, FileWithContent, ListFile, ListParams } from '../lists/schemas.ts'
import type { VersionAddress } from '../lists/version-address.ts'
import { versionText } from '../lists/version-address.ts'
import { fileView, fileWithContent } from '../lists/view.ts'
import { encodingOf } from '../text/encoding.ts'
import { describeFile, describeFiles, readFile, readFiles } from './service.ts'
import { zipBytes, zipOf } from './zip.ts'

const name = z.string().meta({
  description: 'The `name` of a file, or its `clean_name`, ignoring case.',
  examples: ['modlist.txt'],
})

const FileParams = z.object({ ...ListParams.shape, name })
const RevisionFileParams = z.object({ ...RevisionParams.shape, name })

const Zip = z.string().meta({ format: 'binary' })

export const fileRoutes: FastifyPluginAsyncZod<{ context: Context; budget: ByteBudget }> = async (
  app,
  { context, budget },
) => {
  app.get('/files', {
    schema: {
      ...docs.listFiles,
      params: ListParams,
      response: { 200: data(z.array(ListFile)), 304: z.undefined() },
    },
    handler: async (request, reply) => {
      const files = await describeFiles(context, addressOf(request.params), null)
      return sendTagged(request, reply, { data: files.map(fileView) })
    },
  })

  app.get('/files/:name', {
    schema: {
      ...docs.showFile,
      params: FileParams,
      response: { 200: data(FileWithContent), 304: z.undefined() },
    },
    handler: async (request, reply) => {
      const { name } = request.params
      const file = await describeFile(context, addressOf(request.params), name, null)
      const read = async () => ({ data: fileWithContent(await readFile(context, file)) })
      const body = await budget.reserve(file.bytes, read)
      return sendTagged(request, reply, body)
    },
  })

  const sendFile = async (request: FastifyRequest<{ Params: { slug: string; name: string } }>, reply: FastifyReply) => {
    const { params } = request
    const file = await describeFile(context, addressOf(params), params.name, senderOf(request))
    const tag = fileTag(file)
    if (isKnown(request, reply, tag)) return reply.code(304).send(undefined)
    const read = async () => (await readFile(context, file)).content
    const content = await budget.reserve(file.bytes, read)
    const type = `text/plain; charset=${encodingOf(content)}`
    return sendBytes(request, reply, { bytes: content, tag, type, disposition: attachment(file.cleanName) })
  }
  const fileResponse = { 200: z.string(), 206: z.string(), 304: z.undefined() }

  app.get('/files/:name/raw', {
    schema: { ...docs.downloadFile, params: FileParams, response: fileResponse },
    handler: sendFile,
  })
  // An alias that clients of the best known list site expect.
  app.get('/download/:name', {
    schema: { ...docs.downloadFileByName, params: FileParams, response: fileResponse },
    handler: sendFile,
  })
  app.get('/revisions/:revision/files/:name/raw', {
    config: { token: 'optional', ownerKey: true },
    schema: { ...docs.downloadRevisionFile, params: RevisionFileParams, response: fileResponse },
    handler: sendFile,
  })

  const sendZip = async (request: FastifyRequest<{ Params: { slug: string } }>, reply: FastifyReply) => {
    const address = addressOf(request.params)
    const sender = senderOf(request)
    const described = await describeFiles(context, address, sender)
    const tag = zipTag(described)
    if (isKnown(request, reply, tag)) return reply.code(304).send(undefined)
    const name = versionText(address.slug, address.revision)
    const response = describeDownload(reply, 'application/zip', attachment(`${name}.zip`))
    if (request.method === 'HEAD') return sendLength(response, zipBytes(described))
    const bytes = described.reduce((sum, file) => sum + file.bytes, 0)
    const zip = await budget.reserve(bytes, async () => {
      const files = await readFiles(context, address, sender)
      return zipTag(files) === tag ? zipOf(files) : null
    })
    if (zip !== null) return response.send(zip)
    const files = await readFiles(context, address, sender) // the files were replaced meanwhile
    return tagged(response, zipTag(files)).send(await zipOf(files))
  }
  const zipResponse = { 200: Zip, 304: z.undefined() }

  app.get('/download', {
    schema: { ...docs.downloadList, params: ListParams, response: zipResponse },
    handler: sendZip,
  })
  app.get('/revisions/:revision/download', {
    config: { token: 'optional', ownerKey: true },
    schema: { ...docs.downloadRevision, params: RevisionParams, response: zipResponse },
    handler: sendZip,
  })
}

const addressOf = ({ slug, revision }: { slug: string; revision?: string }): VersionAddress =>
  revision === undefined ? { slug, revision: null } : requireAddress({ slug, revision })

/** Matches characters that are not printable ASCII, or that are special in a header, a URL or a path. */
const UNSAFE = /[^\x20-\x7e]|["%*/:<>?\\|]/gu

/** Returns the Content-Disposition of a download. Old clients use a fallback name that has only safe characters. */
const attachment = (name: string): string => create(name, { fallback: name.replace(UNSAFE, '_') })

const fileTag = (file: FileEntry): string => tagOfHash(file.hash)

/** Returns the entity tag of a list's zip, which depends on its files, their order and their times. */
const zipTag = (files: readonly FileEntry[]): string =>
  entityTag(files.map((file) => [file.hash, file.createdAt.getTime()]))

const listNotThere = 'There is no such list.'
const revisionNotThere = 'There is no such list, or it has no such revision that you may see'
const fileNotThere = 'There is no such list, or it has no such file.'
const ifNoneMatch = 'The `ETag` of an earlier download. Unchanged content is not sent again (304).'

const downloadFile = {
  summary: 'Download a file',
  description:
    'Returns the bytes of a file, exactly as they were uploaded. `Content-Type` names the charset: utf-8, utf-16le, ' +
    'utf-16be or windows-1252.',
  produces: ['text/plain'],
  requestHeaders: {
    Range: 'The wanted part of the file, for example `bytes=0-99`. A request for several parts gets the whole file.',
    'If-Range': 'The `ETag` of the part that you have. If the file has changed since then, the whole file is sent.',
    'If-None-Match': ifNoneMatch,
  },
  responseHeaders: { ETag: 'The version of the bytes.' },
  responseDescriptions: {
    200: 'The file.',
    206: 'The part of the file that `Content-Range` names.',
    304: 'The file has not changed.',
    404: fileNotThere,
    416: 'The file has no such part. `Content-Range` contains its size.',
  },
} satisfies Partial<Operation>

const downloadList = {
  summary: 'Download all files of a list',
  description: 'Returns a zip of the files under their clean names. The same files always give the same bytes.',
  produces: ['application/zip'],
  requestHeaders: { 'If-None-Match': ifNoneMatch },
  responseHeaders: { ETag: 'The version of the zip.' },
  responseDescriptions: { 200: 'The zip.', 304: 'The zip has not changed.', 404: listNotThere },
} satisfies Partial<Operation>

const docs = operations('Files', {
  listFiles: {
    summary: 'View the files of a list',
    description: 'Returns the files in the order of the upload, without their content.',
    ...taggedView('files', { 404: listNotThere }),
  },
  showFile: {
    summary: 'View a file',
    description: 'Returns a file with its lines, in the format that the view of the list has.',
    ...taggedView('file', { 404: fileNotThere }),
  },
  downloadFile,
  downloadFileByName: {
    ...downloadFile,
    description: 'The same as `/v1/lists/{slug}/files/{name}/raw`.',
  },
  downloadRevisionFile: {
    ...downloadFile,
    summary: 'Download a file of a revision',
    responseDescriptions: { ...downloadFile.responseDescriptions, 404: `${revisionNotThere}, or it has no such file.` },
  },
  downloadList,
  downloadRevision: {
    ...downloadList,
    summary: 'Download all files of a revision',
    responseDescriptions: { ...downloadList.responseDescriptions, 404: `${revisionNotThere}.` },
  },
})
