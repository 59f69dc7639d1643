import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'

// Resolved by the package's own name, which works from source, built, bundled and installed.
const manifest: unknown = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('mod-list-catalog/package.json'), 'utf8'),
)

/** The version of this service. */
export const { version } = z.object({ version: z.string() }).parse(manifest)

declare const BUILD_COMMIT: string | null | undefined

/** The commit that this program was built from. Null from source, or if the build did not know it. */
export const commit = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : null
