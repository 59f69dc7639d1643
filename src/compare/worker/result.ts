import type { LoadOrderChanges } from '../../load-order/schemas.ts'
import type { Task } from '../../workers/serve.ts'

/** Returns the bytes of a result: a line with the head as JSON, then bytes that are sent as they are. */
export const withHead = (head: object, ...body: Uint8Array[]) =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...body])

/** Splits the bytes of a result into its head and the rest. */
export function splitHead<Head>(bytes: Uint8Array): { head: Head; body: Uint8Array } {
  const end = bytes.indexOf(LINE_FEED)
  return { head: JSON.parse(Buffer.from(bytes.subarray(0, end)).toString()) as Head, body: bytes.subarray(end + 1) }
}

const LINE_FEED = 0x0a

/** Parses changes from the pieces of their JSON members. */
export const parsedChanges = (pieces: Task['files']): LoadOrderChanges =>
  JSON.parse(`{${Buffer.concat(pieces.flatMap((piece) => piece ?? []))}}`)

/** Parses the changes of several revisions. `counts` has the number of pieces of each. Without pieces, the result is null. */
export function parsedEach(pieces: Task['files'], counts: readonly number[]): (LoadOrderChanges | null)[] {
  let end = 0
  return counts.map((count) => {
    const from = end
    end += count
    return count === 0 ? null : parsedChanges(pieces.slice(from, end))
  })
}
