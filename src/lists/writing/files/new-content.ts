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

/** Throws if files that are not stored yet would exceed a limit (429, 503). Stored files cost no space. */
export async function admitFiles(
  { admission, clock, address }: Pick<AdmittingContext<RequestContext>, 'admission' | 'clock' | 'address'>,
  isAnonymous: boolean,
  files: readonly StoredFile[],
  known: FileIds,
): Promise<void> {
  if (admission === undefined) return
  const unknown = files.filter(({ hash }) => !known.has(Buffer.from(hash).toString('hex')))
  if (unknown.length === 0) return
  await admission.requireSpace(clock())
  const bytes = unknown.reduce((sum, file) => sum + file.bytes, 0)
  if (isAnonymous && address !== undefined) admission.takeBytes(address, bytes, clock())
}
