import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { lineCountsOfJson } from '../diff/line-counts.ts'
import type { ShortMessage } from '../load-order/rendering/chat.ts'
import type { ListNames } from '../load-order/rendering/sentence.ts'
import { type ComparedList, changesTasks, joinChanges } from './load-orders/changes.ts'
import { createLogFinder } from './load-orders/log-kinds.ts'
import type { JsonPieces } from './load-orders/parts.ts'
import { type Pair, pairFiles } from './pairs.ts'
import { type CachedTask, type ComparedFile, createTasks, type Load, type TasksOptions } from './tasks.ts'
import type { ChangelogTask } from './worker/changelog.ts'
import type { CompareKinds } from './worker/worker.ts'

/**
 * Compares and reads lists of stored files in worker threads; see tasks.ts. Files are loaded only if the results
 * that need them are not cached. All results are UTF-8.
 */
export type Differ = ReturnType<typeof createDiffer>

/** The dependencies of a use case that compares files. */
export interface CompareContext extends Context {
  differ: Differ
}

export interface ChangesJson {
  /** Identifies everything that the changes depend on. Equal keys mean equal changes. */
  key: string
  /** The members of a LoadOrderChanges, as JSON. */
  members: JsonPieces
  /** Further members, which texts and pages need, and responses do not have. */
  details: JsonPieces
}

interface Changelog extends Omit<ChangelogTask, 'files' | 'pieces'> {
  /** The changes of each revision; undefined if it has no previous revision. */
  changes: readonly (ChangesJson | undefined)[]
}

type Comparison = Omit<Parameters<CompareKinds['comparison']>[0], 'files'>

/** The kinds of tasks that compare the two files of a pair. */
type PairKind = 'diff' | 'shownDiff' | 'patch'

export function createDiffer(options: TasksOptions) {
  const tasks = createTasks(options)
  const { results } = tasks
  const findLogs = createLogFinder(results)

  /** Makes a text from changes and other values, or returns it from the cache. */
  async function textOf(
    kind: string,
    changes: readonly (ChangesJson | undefined)[],
    values: object,
    run: CachedTask<Uint8Array>['run'],
    signal: AbortSignal | undefined,
  ): Promise<Buffer> {
    const key = `${kind} ${changes.map((one) => one?.key).join(' ')} ${JSON.stringify(values)}`
    const files = changes.flatMap((one) => piecesOf(one))
    const [text] = await results([{ key, files, run }], async (piece) => piece, signal)
    return Buffer.from(text ?? [])
  }

  /** Returns a function that compares the files of two lists pair by pair. */
  const pairwise =
    (as: PairKind) =>
    async <File extends ComparedFile>(
      before: readonly File[],
      after: readonly File[],
      load: Load<File>,
      signal?: AbortSignal,
    ): Promise<Uint8Array[]> => {
      const pairs = pairFiles(before, after).filter((pair) => pair.before?.hash !== pair.after?.hash)
      const tasks = pairs.map((pair) => diffTask(as, pair))
      return (await results(tasks, load, signal)).filter((diff) => diff.length > 0)
    }

  const diffs = pairwise('diff')

  /** Returns the member of changes that has the numbers of lines in the diffs of files that are not read. */
  async function unreadMember<File extends ComparedFile>(
    pairs: readonly Pair<File>[],
    load: Load<File>,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const filesOf = (side: keyof Pair<File>) => pairs.flatMap((pair) => pair[side] ?? [])
    const made = await diffs(filesOf('before'), filesOf('after'), load, signal)
    return Buffer.from(`,"unread":${JSON.stringify(lineCountsOfJson(made))}`)
  }

  return {
    /** Returns the unified diffs that turn one list's files into the other's. Each is a JSON string with its quotes. */
    diffs,

    /** Like diffs, for a page: without personal data in those of logs. */
    shownDiffs: pairwise('shownDiff'),

    /** Returns a patch for each file that differs, which applies to the bytes of the first list's file. */
    patches: pairwise('patch'),

    /** Returns the LoadOrderChanges from each list to the next. */
    async changes<File extends ComparedFile>(
      lists: readonly ComparedList<File>[],
      loadFile: Load<File>,
      signal?: AbortSignal,
    ): Promise<ChangesJson[]> {
      if (lists.length < 2) return []
      const files = lists.flatMap(({ files }) => files)
      const { logs, load } = await findLogs(files, loadFile, signal)
      const tasks = changesTasks(lists, logs)
      const joined = joinChanges(lists, tasks, await results(tasks, load, signal))
      const steps: Omit<ChangesJson, 'key'>[] = []
      for (const { members, details, unread } of joined) {
        const counted = unread.length === 0 ? [] : [await unreadMember(unread, load, signal)]
        steps.push({ members: [...members, ...counted], details })
      }
      const through = hash('sha256', lists.map(identityOf).join(' to '), 'base64url')
      return steps.map((made, step) => ({ key: `${through} ${step}`, ...made }))
    },

    /** Formats changes as Markdown. `by` says how it groups the changes of mods. */
    changesMarkdown: (changes: ChangesJson, names: ListNames, by?: string, signal?: AbortSignal) =>
      textOf('markdown', [changes], { names, by }, (pool, files) => pool.run('markdown', { files, names, by }), signal),

    /**
     * Returns what a page shows of the changes of revisions: a ChangesExcerpt or null for each, as JSON. `share` is the
     * part of the page that each may fill.
     */
    changesExcerpts(
      changes: readonly (ChangesJson | undefined)[],
      names: readonly ListNames[],
      share: number,
      signal?: AbortSignal,
    ): Promise<Buffer> {
      const pieces = changes.map((one) => piecesOf(one).length)
      const values = { names, share }
      const run: CachedTask<Uint8Array>['run'] = (pool, files) => pool.run('excerpts', { files, pieces, ...values })
      return textOf('excerpts', changes, values, run, signal)
    },

    /** Formats changes as a short text for a chat. */
    shortMarkdown(changes: ChangesJson, names: ListNames, message: ShortMessage, signal?: AbortSignal) {
      const values = { names, message }
      return textOf(
        'short',
        [changes],
        values,
        (pool, files) => pool.run('shortMarkdown', { files, ...values }),
        signal,
      )
    },

    /** Returns what a page shows of a comparison: a ComparisonView, as JSON. */
    comparison(changes: ChangesJson, values: Comparison, signal?: AbortSignal): Promise<Buffer> {
      return textOf(
        'comparison',
        [changes],
        values,
        (pool, files) => pool.run('comparison', { files, ...values }),
        signal,
      )
    },

    /** Formats a changelog as Markdown, or as an Atom feed. */
    changelog({ changes, ...rest }: Changelog, signal?: AbortSignal): Promise<Buffer> {
      const pieces = changes.map((one) => piecesOf(one).length)
      const run: CachedTask<Uint8Array>['run'] = (pool, files) => pool.run('changelog', { files, pieces, ...rest })
      return textOf('changelog', changes, rest, run, signal)
    },

    /** Returns the result of another task. */
    async run<File>(task: CachedTask<File>, load: Load<File>, signal?: AbortSignal): Promise<Buffer> {
      const [bytes = new Uint8Array()] = await results([task], load, signal)
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },

    /** Returns which files are logs. */
    findLogs,

    ...tasks,
  }
}

const piecesOf = (changes: ChangesJson | undefined): JsonPieces =>
  changes === undefined ? [] : [...changes.members, ...changes.details]

const identityOf = ({ files, domain }: ComparedList<ComparedFile>) =>
  [domain, ...files.map(({ hash }) => hash)].join(' ')

const diffTask = <File extends ComparedFile>(as: PairKind, { before, after }: Pair<File>): CachedTask<File> => ({
  key: `${as} ${before?.hash} ${after?.hash}`, // all that a diff depends on
  files: [before, after],
  run: (pool, [oldFile, newFile]) =>
    pool.run(as, { files: [oldFile, newFile], name: (before ?? after)?.cleanName ?? '' }),
})
