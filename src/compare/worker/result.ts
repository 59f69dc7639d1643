import type { LoadOrderChanges } from '../../load-order/schemas.ts'
import type { Task } from '../../workers/worker-process.ts'

/** Returns the bytes of a result: a line with the head as JSON, then bytes that are sent as they are. */
export const withHead = (head: object, ...body: Uint8Array[]) =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...body])

/** Parses changes from the pieces of their JSON members. */
export const parsedChanges = (pieces: Task['files']): LoadOrderChanges =>
  JSON.parse(`{${Buffer.concat(pieces.flatMap((piece) => piece ?? []))}}`)
