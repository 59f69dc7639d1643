import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { logSummary } from '../../../load-order/rendering/crash.ts'
import { utf16Label } from '../../../text/binary.ts'

/** Returns the text of a file as far as scripts need it: a wrong code page does not matter. */
export const textIn = (content: Uint8Array): string => new TextDecoder(utf16Label(content) ?? 'utf-8').decode(content)

/** Says what a log has: "crash.log: 412 plugins, crashed at skee64.dll+1DAE5." Undefined if the file is no log. */
export function logWordsOf({ name, content }: { name: string; content: Uint8Array }): string | undefined {
  const order = readLoadOrder([{ name, text: textIn(content) }])
  return order.log === null ? undefined : `${name}: ${logSummary(order)}.`
}
