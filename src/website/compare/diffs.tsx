import type { FileChange } from '../../load-order/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { Part } from './entries.tsx'
import type { BlockKind, ShownDiff } from './shown-diff.ts'

/** Maximum number of changed lines in a diff that is open when the page loads. */
const MAX_OPEN_LINES = 400

/** Shows each file's unified diff. */
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
        <p>{change}; the diff is too long for this page. Download the patch to see it.</p>
      </div>
    )
  }
  const { added, removed } = diff.lines
  return (
    <details class="file" open={added + removed <= MAX_OPEN_LINES}>
      <summary>
        <h3>{name}</h3> {change}: {linesOf(change, added, removed)}
      </summary>
      <pre class="diff">{diff.blocks.map(Block)}</pre>
    </details>
  )
}

/** Counts the changed lines of a file. If only one list has the file, all its lines are added or removed. */
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
