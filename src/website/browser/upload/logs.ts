import { textIn } from '../../../lists/writing/profile/guess-game.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import { logSummary } from '../../../load-order/rendering/crash.ts'

/** Says what a log has: "crash.log: 412 plugins, crashed at skee64.dll+1DAE5." Undefined if the file is no log. */
export function logWordsOf({ name, content }: { name: string; content: Uint8Array }): string | undefined {
  const order = readLoadOrder([{ name, text: textIn(content) }])
  return order.log === null ? undefined : `${name}: ${logSummary(order)}.`
}
