import type { FileChange } from '../../load-order/schemas.ts'

interface FilesTabData {
  diffs: readonly ShownDiff[]
  changes: readonly FileChange[]
  sides: readonly [first: string, second: string]
  /** Whether there is a patch to download. */
  hasPatch?: boolean
}

/** The unified diff of each file that both lists have, folded, and the names of the files that only one list has. */
export const FilesTab = ({ diffs, changes, sides, hasPatch = true }: FilesTabData) => (
  <>
    {changes.length === 0 && <p class="empty">No file differs.</p>}
    {changes.map((change, at) => (
      <FileDiff key={change.name} change={change} diff={diffs[at]} sides={sides} hasPatch={hasPatch} />
    ))}
  </>
)

function FileDiff({
  change: { name, change },
  diff,
  sides,
  hasPatch,
}: { change: FileChange; diff: ShownDiff | undefined } & Pick<FilesTabData, 'sides' | 'hasPatch'>) {
  if (change !== 'changed') {
    return (
      <p class="file">
        <b>{name}</b> only in {sides[change === 'added' ? 1 : 0]}
      </p>
    )
  }
  if (diff === undefined || diff.lines === null) {
    return (
      <p class="file">
        <b>{name}</b> is too long for this page.{hasPatch && ' Download the patch to see its changes.'}
      </p>
    )
  }
  return (
    <details class="file">
      <summary>
        <b>{name}</b> +{diff.lines.added} −{diff.lines.removed} lines
      </summary>
      <pre class="diff">{diff.blocks.map(Block)}</pre>
    </details>
  )
}

const TAGS: Readonly<Record<BlockKind, 'ins' | 'del' | 'span' | 'b'>> = {
  added: 'ins',
  removed: 'del',
  same: 'span',
  hunk: 'b',
}

const Block = ({ kind, text }: ShownDiff['blocks'][number]) => {
  const Tag = TAGS[kind]
  return <Tag>{text}</Tag>
}

export interface ShownDiff {
  /** Numbers of added and removed lines. Null if the diff is too long for the page. */
  lines: { added: number; removed: number } | null
  /** Consecutive lines of one kind, with their signs. */
  blocks: { kind: BlockKind; text: string }[]
}

type BlockKind = 'hunk' | 'added' | 'removed' | 'same'

/** Maximum size of all diffs on a page together, in characters. Larger diffs are only in the patch. */
const MAX_CHARACTERS = 2 ** 20

export function shownDiffs(diffs: readonly string[]): ShownDiff[] {
  let left = MAX_CHARACTERS
  return diffs.map((text) => {
    if (text.length > left) return { lines: null, blocks: [] }
    left -= text.length
    return shownDiff(text)
  })
}

const KINDS: Readonly<Record<string, BlockKind>> = { '@': 'hunk', '+': 'added', '-': 'removed', ' ': 'same' }

function shownDiff(diff: string): ShownDiff {
  const lines = { added: 0, removed: 0 }
  const blocks: ShownDiff['blocks'] = []
  // The first two lines are the header.
  for (const line of diff.split('\n').slice(2, -1)) {
    const last = blocks.at(-1)
    const kind = KINDS[line[0] ?? ''] // undefined for `\ No newline at end of file`, which belongs to the line before it
    if (kind === 'added' || kind === 'removed') lines[kind]++
    if (last !== undefined && (kind === undefined || kind === last.kind)) last.text += `\n${line}`
    else blocks.push({ kind: kind ?? 'same', text: line })
  }
  return { lines, blocks }
}
