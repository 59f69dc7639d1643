import { z } from 'zod'
import { invalid } from '../../errors.ts'
import { nexusDomain } from '../../games/nexus.ts'
import { findGame } from '../../games/queries.ts'
import type { FormFile } from '../../http/request/upload.ts'
import { GAME_RULE, GAME_TYPES, ListFields } from '../../lists/writing/input.ts'
import { type StoredFile, storedFile } from '../../lists/writing/uploaded-files.ts'
import { byDomain, notReadNotes } from '../../load-order/rendering/notes.ts'
import type { LoadOrder } from '../../load-order/schemas.ts'
import type { CompareContext } from '../differ.ts'
import { orderOfFiles } from '../load-orders/service.ts'
import { type CachedTask, storedFiles } from '../tasks.ts'
import type { CompareKinds } from '../worker/kinds.ts'

/** Returns the game of an analysis in addresses of Nexus Mods; null without a game. Throws if there is none (422). */
export async function analysedDomain({ db }: CompareContext, { game }: AnalyseInput): Promise<string | null> {
  if (game === undefined) return null
  const found = await findGame(db, game)
  if (found === null) throw invalid({ game: [GAME_RULE] })
  return nexusDomain(found)
}

export async function analyse(
  context: CompareContext,
  { files }: AnalyseInput,
  domain: string | null,
  signal: AbortSignal,
): Promise<LoadOrder> {
  const { sent, load } = sentFiles(files)
  const names = sent.map(({ cleanName }) => cleanName)
  const notes = notReadNotes(names, byDomain(domain))
  return orderOfFiles(context, sent, domain, load, signal, notes)
}

export const AnalyseInput = z
  .preprocess(
    (body) => (typeof body === 'object' && body !== null ? body : {}),
    z.object({
      files: ListFields.shape.files,
      game: z
        .preprocess((value) => (value === '' ? undefined : value), ListFields.shape.game.optional())
        .meta({ description: 'Id of the game, or its name in any case; see `GET /v1/games`.', ...GAME_TYPES }),
    }),
  )
  .meta({ id: 'AnalyseForm', description: 'The files to read.' })
export type AnalyseInput = z.output<typeof AnalyseInput>

function sentFiles(files: readonly FormFile[]) {
  const sent = files.map((file) => {
    const stored = storedFile(file)
    return { ...stored, hash: Buffer.from(stored.hash).toString('hex') }
  })
  return { sent, load: async ({ pieces }: Pick<StoredFile, 'pieces'>) => Buffer.concat(pieces) }
}

type SentFile = ReturnType<typeof sentFiles>['sent'][number]

/** Reads each of the sent files by a task of a worker. Nothing is stored. */
export async function readEach<Kind extends 'personal' | 'pasted' | 'game'>(
  { differ }: CompareContext,
  kind: Kind,
  files: readonly FormFile[],
  signal: AbortSignal,
): Promise<ReturnType<CompareKinds[Kind]>[]> {
  const { sent, load } = sentFiles(files)
  const tasks = sent.map(
    (file): CachedTask<SentFile, ReturnType<CompareKinds[Kind]>> => ({
      key: `${kind} ${file.hash}`,
      files: [file],
      run: (pool, contents) => pool.run(kind, storedFiles([file], contents)),
    }),
  )
  return differ.results(tasks, load, signal)
}

/** A file that holds personal data, and which kinds, as phrases that can follow "holds". */
interface PersonalFile {
  name: string
  held: string[]
}

/** Returns those of the sent files that hold personal data. Nothing is stored. */
export async function personalFiles(
  context: CompareContext,
  files: readonly FormFile[],
  signal: AbortSignal,
): Promise<PersonalFile[]> {
  const found = await readEach(context, 'personal', files, signal)
  return files.map(({ name }, at) => ({ name, held: found[at] ?? [] })).filter(({ held }) => held.length > 0)
}
