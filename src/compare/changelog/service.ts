import { nexusDomain } from '../../games/nexus.ts'
import type { ListRow } from '../../lists/queries.ts'
import type { FoundHistory, Revision } from '../../lists/revisions/queries.ts'
import type { ChangesJson, CompareContext } from '../differ.ts'
import { loadFrom } from '../service.ts'

/** A range of a list's history, newest first, as one client sees it. */
export interface FoundChangelog {
  snapshot: string
  row: ListRow
  /** Number of all revisions that the client may see. */
  total: number
  /** The revisions in the range. */
  revisions: Revision[]
  /** The revision before the oldest one in the range, if there is one. */
  before: Revision | undefined
}

/** Returns a range of a list's history. `from` 0 is the newest revision. */
export function partOf(
  { snapshot, row, revisions }: FoundHistory,
  { from, size }: { from: number; size: number },
): FoundChangelog {
  const to = from + size
  return { snapshot, row, total: revisions.length, revisions: revisions.slice(from, to), before: revisions[to] }
}

/** Returns the changes of each revision; undefined for the oldest revision of the list. */
export async function changesIn(
  context: CompareContext,
  changelog: FoundChangelog,
  signal: AbortSignal,
): Promise<(ChangesJson | undefined)[]> {
  const lists = comparedIn(changelog).map(({ files, game }) => ({ files, domain: nexusDomain(game) }))
  const changes = await context.differ.changes(lists.toReversed(), loadFrom(context), signal)
  const latestFirst = changes.toReversed()
  return changelog.revisions.map((_, at) => latestFirst[at])
}

/** Returns the distinct files that the changelog compares. */
export const filesIn = (changelog: FoundChangelog): Revision['files'] => {
  const files = comparedIn(changelog).flatMap(({ files }) => files)
  return [...new Map(files.map((file) => [file.id, file])).values()]
}

const comparedIn = ({ revisions, before }: FoundChangelog): Revision[] => [...revisions, ...(before ? [before] : [])]
