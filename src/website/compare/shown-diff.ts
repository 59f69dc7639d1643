/** A file's unified diff, in blocks of lines of one kind. */
export interface ShownDiff {
  /** Numbers of added and removed lines. Null if the diff is too long for the page. */
  lines: { added: number; removed: number } | null
  /** Consecutive lines of one kind, with their signs. */
  blocks: { kind: BlockKind; text: string }[]
}

export type BlockKind = 'hunk' | 'added' | 'removed' | 'same'

/** Maximum size of all diffs on a page together, in characters. Larger diffs are only in the patch. */
const MAX_CHARACTERS = 2 ** 20

/** Splits diffs into blocks. */
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
