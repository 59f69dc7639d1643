import { z } from 'zod'
import { invalid } from '../../errors.ts'

/** The limits of an upload (docs/api.md#limits). */
export interface UploadLimits {
  maxFiles: number
  maxFileBytes: number
  maxBodyBytes: number
}

export interface FormFile {
  name: string
  /** The bytes as they arrived. Only new files are joined: memory outside the heap costs garbage collections. */
  pieces: Buffer<ArrayBuffer>[]
}

/** Refuses more files than a list may have, or any file if the form takes none (422). */
export function refuseTooMany(files: readonly unknown[], { maxFiles }: UploadLimits): void {
  if (files.length <= maxFiles) return
  const rule = `The files field must not have more than ${maxFiles} files.`
  throw invalid({ files: [maxFiles === 0 ? 'This form takes no files.' : rule] })
}

/** Makes the schema of a form take a body that is not an object as an empty form, so that errors name missing fields. */
export const formSchema = <Fields extends z.ZodType>(fields: Fields) =>
  z.preprocess((body) => (isObject(body) ? body : {}), fields)

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body)
