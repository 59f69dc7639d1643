/** A file's unified diff as a page shows it. */
export interface ShownDiff {
  /** How many lines come and go; null if the diff is too long for a page. */
  lines: { added: number; removed: number } | null
  /** Lines of one kind that follow one another, with their signs. */
  blocks: { kind: BlockKind; text: string }[]
}

export type BlockKind = 'hunk' | 'added' | 'removed' | 'same'

/** What all diffs of a page have room for, in bytes of their JSON; the rest is in the patch. */
const MAX_BYTES = 2 ** 20

/** The diffs, each a JSON string, as a page shows them. */
export function shownDiffs(diffs: readonly Uint8Array[]): ShownDiff[] {
  let left = MAX_BYTES
  return diffs.map((json) => {
    if (json.length > left) return { lines: null, blocks: [] }
    left -= json.length
    return shownDiff(JSON.parse(Buffer.from(json).toString()))
  })
}

const KINDS: Readonly<Record<string, BlockKind>> = { '@': 'hunk', '+': 'added', '-': 'removed', ' ': 'same' }

function shownDiff(diff: string): ShownDiff {
  const lines = { added: 0, removed: 0 }
  const blocks: ShownDiff['blocks'] = []
  let block: { kind: BlockKind; lines: string[] } | undefined
  const end = () => {
    if (block !== undefined) blocks.push({ kind: block.kind, text: block.lines.join('\n') })
  }
  // Behind the two lines of the header, which name the file.
  for (const line of diff.split('\n').slice(2, -1)) {
    const kind: BlockKind = KINDS[line[0] ?? ''] ?? block?.kind ?? 'same' // `\ No newline at end of file` is of the line before
    if (kind === 'added' || kind === 'removed') lines[kind] += line.startsWith('\\') ? 0 : 1
    if (block?.kind !== kind) {
      end()
      block = { kind, lines: [] }
    }
    block.lines.push(line)
  }
  end()
  return { lines, blocks }
}
