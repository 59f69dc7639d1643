import type { VNode } from 'preact'
import { type ZippedFile, zipOf } from '../files/zip.ts'

/** A page's data as found in the database, and how to render it. */
export interface FoundPage {
  /** What the page depends on, except the program and the website's address. */
  version: readonly unknown[]
  snapshot: string
  /** When the page becomes stale without any write; null for never. */
  validUntil: Date | null
  /** Approximate number of bytes that rendering reads. Omitted for pages that are never large. */
  sourceBytes?: number
  render(): Promise<VNode> | VNode
}

/** A page or a download that is not yet made, and the number of bytes to read for it. */
export interface MadeOnce {
  sourceBytes: number
  make(): Promise<Buffer | Download>
}

/** A file to save under a name. */
interface Download {
  name: string
  type: 'text/plain' | 'application/zip'
  content: Buffer
}

/** Returns the download of files: a single file as it is, several as a zip with this name. */
export async function downloadOf(files: readonly ZippedFile[], zip: string): Promise<Download> {
  const [file, ...others] = files
  if (file === undefined || others.length > 0)
    return { name: zip, type: 'application/zip', content: await zipOf(files) }
  return { name: file.cleanName, type: 'text/plain', content: file.content }
}
