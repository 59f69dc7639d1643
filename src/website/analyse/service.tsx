import { analysedDomain, analyse as analyseFiles } from '../../compare/analysing/service.ts'
import type { CompareContext } from '../../compare/differ.ts'
import type { FieldErrors } from '../../errors.ts'
import { readCountsByGame } from '../../games/queries.ts'
import type { FormFile } from '../../http/request/upload.ts'
import { guessGame } from '../../lists/writing/profile/guess-game.ts'
import { namedEntries } from '../../load-order/reading/listing.ts'
import type { CrashLog } from '../../load-order/schemas.ts'
import { decodeText } from '../../text/encoding.ts'
import type { GameChoice } from '../form/list-fields.tsx'
import type { FoundPage } from '../found-page.ts'
import { documentOf } from '../parts/document.tsx'
import { siteOf } from '../parts/site.ts'
import { dayAndMonth } from '../parts/time.tsx'
import { AnalysePage, type Analysis } from './page.tsx'

/** Finds the page with an empty form. */
export async function findAnalysePage({ db, clock, urls }: CompareContext): Promise<FoundPage> {
  const { games, snapshot } = await readCountsByGame(db, clock())
  const choices = games.map(({ id, name }) => ({ id, name }))
  return {
    version: [choices],
    snapshot,
    validUntil: null,
    render: () => <AnalysePage site={siteOf(urls)} errors={{}} games={choices} analysis={undefined} />,
  }
}

/** Returns the page with what was read from the sent file, or with the errors of the form. Nothing is stored. */
export async function analysePage(
  context: CompareContext,
  { file, errors }: { file?: FormFile | undefined; errors: FieldErrors },
  signal: AbortSignal,
): Promise<Buffer> {
  const { games } = await readCountsByGame(context.db, context.clock())
  const analysis = file && (await analyse(context, file, games, signal))
  return documentOf(<AnalysePage site={siteOf(context.urls)} errors={errors} games={games} analysis={analysis} />)
}

async function analyse(
  context: CompareContext,
  file: FormFile,
  games: readonly GameChoice[],
  signal: AbortSignal,
): Promise<Analysis> {
  const content = Buffer.concat(file.pieces)
  const guessed = guessGame([{ name: file.name, content }])
  const game = games.find(({ id, name }) => guessed === name || guessed === String(id))
  const input = { files: [file], game: game && String(game.id) }
  const domain = await analysedDomain(context, input)
  const order = await analyseFiles(context, input, domain, signal)
  const named = order.log === null ? [] : namedEntries(order.log, order.mods, order.plugins, () => undefined)
  return { file: file.name, text: decodeText(content), order, named, listName: listNameOf(order.log, file.name), game }
}

/** Returns the name of the list that a log becomes: "skee64.dll crash, 16 Dec". */
function listNameOf(log: CrashLog | null, file: string): string {
  if (log === null) return file
  const what = log.at?.module == null ? 'Crash' : `${log.at.module} crash`
  const day = log.time === null ? undefined : dayAndMonth(log.time)
  return day === undefined ? what : `${what}, ${day}`
}
