import { invalid } from '../../errors.ts'
import { nexusDomain } from '../../games/nexus.ts'
import { findGameById } from '../../games/queries.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import type { CompareContext } from '../differ.ts'
import { orderOfFiles } from '../load-orders/service.ts'
import type { AnalyseInput } from './input.ts'
import { sentFiles } from './sent-files.ts'

/** Returns the game of an analysis in addresses of Nexus Mods; null without a game. Throws if there is none (422). */
export async function analysedDomain({ db }: CompareContext, { game: id }: AnalyseInput): Promise<string | null> {
  if (id === undefined) return null
  const game = await findGameById(db, id)
  if (game === null) throw invalid({ game: ['The game field must be the id of a game: see GET /v1/games.'] })
  return nexusDomain(game)
}

/** Returns the response with the load order of files that are not stored. */
export async function analysisJson(
  context: CompareContext,
  { files }: AnalyseInput,
  domain: string | null,
  signal: AbortSignal,
): Promise<Buffer> {
  const { sent, load } = sentFiles(files)
  return joinBytes(['{"data":{', ...(await orderOfFiles(context, sent, domain, load, signal)), '}}'])
}
