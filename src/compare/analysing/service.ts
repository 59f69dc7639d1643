import { invalid } from '../../errors.ts'
import { nexusDomain } from '../../games/nexus.ts'
import { findGame } from '../../games/queries.ts'
import { GAME_RULE } from '../../lists/writing/input.ts'
import { byDomain, notReadNotes } from '../../load-order/rendering/notes.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import type { CompareContext } from '../differ.ts'
import { orderOfFiles } from '../load-orders/service.ts'
import type { AnalyseInput } from './input.ts'
import { sentFiles } from './sent-files.ts'

/** Returns the game of an analysis in addresses of Nexus Mods; null without a game. Throws if there is none (422). */
export async function analysedDomain({ db }: CompareContext, { game }: AnalyseInput): Promise<string | null> {
  if (game === undefined) return null
  const found = await findGame(db, game)
  if (found === null) throw invalid({ game: [GAME_RULE] })
  return nexusDomain(found)
}

/** Returns the response with the load order of files that are not stored. */
export async function analysisJson(
  context: CompareContext,
  { files }: AnalyseInput,
  domain: string | null,
  signal: AbortSignal,
): Promise<Buffer> {
  const { sent, load } = sentFiles(files)
  const names = sent.map(({ cleanName }) => cleanName)
  const notes = notReadNotes(names, byDomain(domain))
  return joinBytes(['{"data":{', ...(await orderOfFiles(context, sent, domain, load, signal, notes)), '}}'])
}
