import type { ProfileFile } from '../load-order/reading/read.ts'
import type { LoadOrderChanges } from '../load-order/schemas.ts'

/** What a worker is given: the bytes of stored files, and what the kind of task has beside them. */
export interface Task {
  /** Undefined is a file that is not there. */
  files: readonly (Uint8Array | undefined)[]
}

/** The bytes of a result: a line with the head, then what is to be sent as it is. */
export const withHead = (head: object, ...body: Uint8Array[]) =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...body])

/** A text in UTF-8 as load orders are read from it. */
export const profileFile = (name = '', text: Uint8Array = NO_TEXT): ProfileFile => ({
  name,
  text: Buffer.from(text).toString(),
})

const NO_TEXT: Uint8Array = new Uint8Array()

/** Changes, of whose members these are the pieces. */
export const parsedChanges = (pieces: Task['files']): LoadOrderChanges =>
  JSON.parse(`{${Buffer.concat(pieces.flatMap((piece) => piece ?? []))}}`)
