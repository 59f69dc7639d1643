import type { RequestContext } from '../../../context.ts'
import { CatalogError } from '../../../errors.ts'
import type { AdmittingContext } from '../admission.ts'
import type { FileIds } from './queries.ts'
import type { StoredFile } from './uploaded-files.ts'

/** Throws if the operator has switched off anonymous uploads (401). */
export function requireAnonymousUploads({ admission }: AdmittingContext): void {
  if (admission === undefined || admission.settings.anonymousUploads) return
  throw new CatalogError('unauthenticated', 'Uploads need an account here: sign in, or send an API token.')
}

/** Throws if files that are not stored yet would exceed a limit (429, 503). Files that are stored cost no space. */
export type Admit = (files: readonly StoredFile[], known: FileIds) => Promise<void>

/**
 * Runs an upload, which calls `admit` in each attempt of its transaction. The new bytes of an anonymous upload count once
 * against the limit of the day, no matter how often it was retried, and only if it was stored.
 */
export async function admitting<T>(
  { admission, clock, address }: Pick<AdmittingContext<RequestContext>, 'admission' | 'clock' | 'address'>,
  isAnonymous: boolean,
  upload: (admit: Admit) => Promise<T>,
): Promise<T> {
  if (admission === undefined) return upload(async () => undefined)
  let counted = 0
  const giveBack = () => {
    if (counted > 0 && address !== undefined) admission.returnBytes(address, counted)
    counted = 0
  }
  const admit: Admit = async (files, known) => {
    giveBack() // what an earlier attempt counted
    const unknown = files.filter(({ hash }) => !known.has(Buffer.from(hash).toString('hex')))
    if (unknown.length === 0) return
    await admission.requireSpace(clock())
    if (!isAnonymous || address === undefined) return
    const bytes = unknown.reduce((sum, file) => sum + file.bytes, 0)
    admission.takeBytes(address, bytes, clock())
    counted = bytes
  }
  try {
    return await upload(admit)
  } catch (error) {
    giveBack()
    throw error
  }
}
