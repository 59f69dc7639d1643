import { createHash } from 'node:crypto'
import type { DescribedFile } from './queries.ts'

/** The strong entity tag of a file's bytes: the hash says all of them, and its name. */
export const fileTag = ({ hash }: DescribedFile): string => `"${Buffer.from(hash).toString('hex')}"`

/** The strong entity tag of a list's zip: what is in it, in what order and how old. */
export function zipTag(files: readonly DescribedFile[]): string {
  const state = files.map(({ hash, createdAt }) => [Buffer.from(hash).toString('hex'), createdAt.getTime()])
  return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`
}
