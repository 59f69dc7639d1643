import type { Sender } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { ListRow } from '../../lists/queries.ts'
import type { FoundHistory, Revision } from '../../lists/revisions/queries.ts'
import { historyOf } from '../../lists/revisions/service.ts'
import type { ChangesJson } from '../differ.ts'
import { loadFrom } from '../service.ts'

/** A part of a list's history, newest first, as one asker sees it. */
export interface FoundChangelog {
  snapshot: string
  row: ListRow
  /** How many revisions the asker sees. */
  total: number
  /** At most so many as were asked for. */
  revisions: Revision[]
  /** The revision before the last one of them. */
  before: Revision | undefined
}

/** So many revisions of a list from the one at this place on, counted from the newest that the asker sees (404). */
export async function findChangelog(
  context: Context,
  slug: string,
  asker: Sender | null,
  { from, size }: { from: number; size: number },
): Promise<FoundChangelog> {
  return partOf(await historyOf(context, slug, asker), { from, size })
}

/** The same of a history that has been found. */
export function partOf(
  { snapshot, row, revisions }: FoundHistory,
  { from, size }: { from: number; size: number },
): FoundChangelog {
  const to = from + size
  return { snapshot, row, total: revisions.length, revisions: revisions.slice(from, to), before: revisions[to] }
}

/** What each of these revisions changed: undefined for the first one that there is. */
export async function changesIn(
  context: Context,
  changelog: FoundChangelog,
  signal: AbortSignal,
): Promise<(ChangesJson | undefined)[]> {
  const lists = comparedIn(changelog).map(({ files }) => files)
  const changes = await context.differ.changes(lists.toReversed(), loadFrom(context), signal)
  const latestFirst = changes.toReversed()
  return changelog.revisions.map((_, at) => latestFirst[at])
}

/** All files that are compared, each once. */
export const filesIn = (changelog: FoundChangelog): Revision['files'] => {
  const files = comparedIn(changelog).flatMap(({ files }) => files)
  return [...new Map(files.map((file) => [file.id, file])).values()]
}

const comparedIn = ({ revisions, before }: FoundChangelog): Revision[] => [...revisions, ...(before ? [before] : [])]
