import { readFileSync } from 'node:fs'
import { z } from 'zod'

declare const BUILD_VERSION: string | undefined
declare const BUILD_COMMIT: string | null | undefined

/** The version of this service. A build has it as a constant, since a package may have another name and place. */
export const version = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : versionOfSources()

function versionOfSources(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}

/** The commit that this program was built from. Null from source, or if the build did not know it. */
export const commit = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : null
