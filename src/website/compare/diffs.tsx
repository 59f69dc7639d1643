import type { FileChange } from '../../load-order/schemas.ts'
import { counted } from '../../text/plural.ts'
import { Part } from './entries.tsx'
import type { BlockKind, ShownDiff } from './shown-diff.ts'

/** Up to so many changed lines a diff is unfolded. */
const MAX_UNFOLDED = 400

/** Each file's unified diff, in the order of the files that have one. */
export const FileDiffs = ({ diffs, changes }: { diffs: readonly ShownDiff[]; changes: readonly FileChange[] }) =>
  changes.length === 0 ? null : (
    <Part title="Files">
      {changes.map((change, at) => (
        <FileDiff key={change.name} change={change} diff={diffs[at]} />
      ))}
    </Part>
  )

function FileDiff({ change: { name, change }, diff }: { change: FileChange; diff: ShownDiff | undefined }) {
  if (diff === undefined || diff.lines === null) {
    return (
      <div class="file">
        <h3>{name}</h3>
        <p>{change}; its diff is too long for a page, and is in the .patch.</p>
      </div>
    )
  }
  const { added, removed } = diff.lines
  return (
    <details class="file" open={added + removed <= MAX_UNFOLDED}>
      <summary>
        <h3>{name}</h3> {change}: {linesOf(change, added, removed)}
      </summary>
      <pre class="diff">{diff.blocks.map(Block)}</pre>
    </details>
  )
}

/** Of a file that one list lacks, all lines come or go. */
function linesOf(change: FileChange['change'], added: number, removed: number): string {
  return change === 'changed' ? `${counted(added, 'line')} added, ${removed} removed` : counted(added + removed, 'line')
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
