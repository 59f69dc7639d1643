import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { lineCounts } from '../diff/line-counts.ts'
import type { ShortMessage } from '../load-order/rendering/chat.ts'
import type { ListNames } from '../load-order/rendering/sentence.ts'
import type { LoadOrderChanges } from '../load-order/schemas.ts'
import { type ComparedList, changesTasks, joinChanges } from './load-orders/changes.ts'
import { createLogFinder } from './load-orders/log-kinds.ts'
import { type Pair, pairFiles } from './pairs.ts'
import { type CachedTask, type ComparedFile, createTasks, type Load, type TasksOptions } from './tasks.ts'
import type { ChangelogTask, CompareKinds } from './worker/kinds.ts'

/** Compares and reads lists in worker threads (tasks.ts). Files are loaded only if a result is not cached. */
export type Differ = ReturnType<typeof createDiffer>

export interface CompareContext extends Context {
  differ: Differ
}

export interface FoundChanges {
  /** Identifies everything that the changes depend on. Equal keys mean equal changes. */
  key: string
  changes: LoadOrderChanges
}

interface Changelog extends Omit<ChangelogTask, 'changes'> {
  /** The changes of each revision; undefined if it has no previous revision. */
  changes: readonly (FoundChanges | undefined)[]
}

type Comparison = Omit<Parameters<CompareKinds['comparison']>[0], 'changes'>

/** Returns changes as responses show them. Texts and pages mention the places of crashes, too. */
export function shownChanges({ changes: { crashes, ...shown } }: FoundChanges): LoadOrderChanges {
  return shown
}

type PairKind = 'diff' | 'shownDiff' | 'patch'

/** The kinds of tasks that make something from changes instead of files. */
type MadeKind = 'changesText' | 'excerpts' | 'comparison' | 'changelog'

export function createDiffer(options: TasksOptions) {
  const tasks = createTasks(options)
  const { results } = tasks
  const findLogs = createLogFinder(results)

  /** Makes something from changes and the other values of a task, or returns it from the cache. */
  const madeOf = async <Kind extends MadeKind>(
    kind: Kind,
    found: readonly (FoundChanges | undefined)[],
    task: Parameters<CompareKinds[Kind]>[0],
    signal: AbortSignal | undefined,
  ): Promise<ReturnType<CompareKinds[Kind]>> => {
    const key = `${kind} ${found.map((one) => one?.key).join(' ')} ${JSON.stringify({ ...task, changes: undefined })}`
    return tasks.run({ key, files: [], run: (pool) => pool.run(kind, task) }, neverLoaded, signal)
  }

  /** Returns a function that compares the files of two lists pair by pair. */
  const pairwise =
    <As extends PairKind>(as: As) =>
    async <File extends ComparedFile>(
      before: readonly File[],
      after: readonly File[],
      load: Load<File>,
      signal?: AbortSignal,
    ): Promise<ReturnType<CompareKinds[As]>[]> => {
      const pairs = pairFiles(before, after).filter((pair) => pair.before?.hash !== pair.after?.hash)
      const tasks = pairs.map((pair) => diffTask(as, pair))
      return (await results(tasks, load, signal)).filter((diff) => diff.length > 0)
    }

  const diffs = pairwise('diff')

  /** Returns the numbers of lines in the diffs of files that are not read. */
  async function unreadLines<File extends ComparedFile>(
    pairs: readonly Pair<File>[],
    load: Load<File>,
    signal: AbortSignal | undefined,
  ) {
    const filesOf = (side: keyof Pair<File>) => pairs.flatMap((pair) => pair[side] ?? [])
    return lineCounts(await diffs(filesOf('before'), filesOf('after'), load, signal))
  }

  return {
    /** Returns the unified diffs that turn one list's files into the other's. */
    diffs,

    /** Like diffs, for a page: without personal data in those of logs. */
    shownDiffs: pairwise('shownDiff'),

    patches: pairwise('patch'),

    /** Returns the LoadOrderChanges from each list to the next. */
    async changes<File extends ComparedFile>(
      lists: readonly ComparedList<File>[],
      loadFile: Load<File>,
      signal?: AbortSignal,
    ): Promise<FoundChanges[]> {
      if (lists.length < 2) return []
      const files = lists.flatMap(({ files }) => files)
      const { logs, load } = await findLogs(files, loadFile, signal)
      const tasks = changesTasks(lists, logs)
      const through = hash('sha256', lists.map(identityOf).join(' to '), 'base64url')
      const found: FoundChanges[] = []
      for (const { changes, unread } of joinChanges(lists, tasks, await results(tasks, load, signal))) {
        if (unread.length > 0) changes.unread = await unreadLines(unread, load, signal)
        found.push({ key: `${through} ${found.length}`, changes })
      }
      return found
    },

    /** Returns changes as Markdown, whose mods `by` groups, or with a `message` as a short text for a chat. */
    changesText: (
      found: FoundChanges,
      names: ListNames,
      options: { by?: string | undefined; message?: ShortMessage },
      signal?: AbortSignal,
    ) => madeOf('changesText', [found], { changes: found.changes, names, ...options }, signal),

    /** Returns what a page shows of the changes of revisions. `share` is the part of the page that each may fill. */
    changesExcerpts: (
      found: readonly (FoundChanges | undefined)[],
      names: readonly ListNames[],
      share: number,
      signal?: AbortSignal,
    ) => madeOf('excerpts', found, { changes: changesIn(found), names, share }, signal),

    comparison: (found: FoundChanges, values: Comparison, signal?: AbortSignal) =>
      madeOf('comparison', [found], { changes: found.changes, ...values }, signal),

    /** Formats a changelog as Markdown, or as an Atom feed. */
    changelog: ({ changes: found, ...rest }: Changelog, signal?: AbortSignal) =>
      madeOf('changelog', found, { changes: changesIn(found), ...rest }, signal),

    findLogs,

    ...tasks,
  }
}

const changesIn = (found: readonly (FoundChanges | undefined)[]) => found.map((one) => one?.changes ?? null)

const neverLoaded = () => Promise.reject(new Error('Unexpected: changes are made from no files.'))

const identityOf = ({ files, domain }: ComparedList<ComparedFile>) =>
  [domain, ...files.map(({ hash }) => hash)].join(' ')

const diffTask = <As extends PairKind, File extends ComparedFile>(
  as: As,
  { before, after }: Pair<File>,
): CachedTask<File, ReturnType<CompareKinds[As]>> => ({
  key: `${as} ${before?.hash} ${after?.hash}`, // all that a diff depends on
  files: [before, after],
  run: (pool, [oldFile, newFile]) =>
    pool.run(as, { files: [oldFile, newFile], name: (before ?? after)?.cleanName ?? '' }),
})
