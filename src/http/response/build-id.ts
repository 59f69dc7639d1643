import { randomUUID } from 'node:crypto'

/** Put in place by scripts/programs.ts: a hash of the sources and of the packages that they use. */
declare const BUILD_ID: string | undefined

/** Another one for each version of the program. Run from its sources it has another one with each start. */
const buildId = typeof BUILD_ID === 'string' ? BUILD_ID : randomUUID()

/**
 * Names a program and a catalog, for `Context.edition`. What is compressed depends on the compressor, too, which comes with
 * Node.
 */
export const editionOf = (catalogId: string): string =>
  [buildId, process.versions.zlib, process.arch, catalogId].join(' ')
