import type { FileChange } from '../../load-order/schemas.ts'
import type { BlockKind, ShownDiff } from './shown-diff.ts'

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
