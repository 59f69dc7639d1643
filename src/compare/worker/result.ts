import type { ProfileFile } from '../../load-order/reading/read.ts'
import type { LoadOrderChanges } from '../../load-order/schemas.ts'
import type { Task } from '../../workers/worker-process.ts'

/** Returns the bytes of a result: a line with the head as JSON, then bytes that are sent as they are. */
export const withHead = (head: object, ...body: Uint8Array[]) =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...body])

/** Returns a text in UTF-8 as a file from which a load order can be read. */
export const profileFile = (name = '', text: Uint8Array = NO_TEXT): ProfileFile => ({
  name,
  text: Buffer.from(text).toString(),
})

const NO_TEXT: Uint8Array = new Uint8Array()

/** Parses changes from the pieces of their JSON members. */
export const parsedChanges = (pieces: Task['files']): LoadOrderChanges =>
  JSON.parse(`{${Buffer.concat(pieces.flatMap((piece) => piece ?? []))}}`)
