import { type Operation, taggedView } from '../http/openapi/operation.ts'

const listNotThere = 'There is no such list.'
const revisionNotThere = 'There is no such list, or it has no such revision that you may see'
const fileNotThere = 'There is no such list, or it has no such file.'
const ifNoneMatch = 'The `ETag` of an earlier download. Unchanged content is not sent again (304).'

const downloadFile = {
  operationId: 'downloadFile',
  tags: ['Files'],
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
} satisfies Operation

const downloadList = {
  operationId: 'downloadList',
  tags: ['Files'],
  summary: 'Download all files of a list',
  description: 'Returns a zip of the files under their clean names. The same files always give the same bytes.',
  produces: ['application/zip'],
  requestHeaders: { 'If-None-Match': ifNoneMatch },
  responseHeaders: { ETag: 'The version of the zip.' },
  responseDescriptions: { 200: 'The zip.', 304: 'The zip has not changed.', 404: listNotThere },
} satisfies Operation

/** The OpenAPI texts of the routes of files. */
export const docs = {
  listFiles: {
    operationId: 'listFiles',
    tags: ['Files'],
    summary: 'View the files of a list',
    description: 'Returns the files in the order of the upload, without their content.',
    ...taggedView('files', { 404: listNotThere }),
  },
  showFile: {
    operationId: 'showFile',
    tags: ['Files'],
    summary: 'View a file',
    description: 'Returns a file with its lines, in the format that the view of the list has.',
    ...taggedView('file', { 404: fileNotThere }),
  },
  downloadFile,
  downloadFileByName: {
    ...downloadFile,
    operationId: 'downloadFileByName',
    description: 'The same as `/v1/lists/{slug}/files/{name}/raw`.',
  },
  downloadRevisionFile: {
    ...downloadFile,
    operationId: 'downloadRevisionFile',
    summary: 'Download a file of a revision',
    responseDescriptions: { ...downloadFile.responseDescriptions, 404: `${revisionNotThere}, or it has no such file.` },
  },
  downloadList,
  downloadRevision: {
    ...downloadList,
    operationId: 'downloadRevision',
    summary: 'Download all files of a revision',
    responseDescriptions: { ...downloadList.responseDescriptions, 404: `${revisionNotThere}.` },
  },
} satisfies Record<string, Operation>
