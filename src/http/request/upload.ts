import { invalid } from '../../errors.ts'

/** The limits of an upload (docs/api.md#limits). */
export interface UploadLimits {
  maxFiles: number
  maxFileBytes: number
  maxBodyBytes: number
}

/** Refuses more files than a list may have (422). */
export function refuseTooMany(files: readonly unknown[], { maxFiles }: UploadLimits): void {
  if (files.length > maxFiles) throw invalid({ files: [`The files field must not have more than ${maxFiles} files.`] })
}
