import { diffArrays } from 'diff'
import { countPairs, keepByPairs } from './hunt-szymanski.ts'
import { at } from './ints.ts'
import { type Kept, keepEnds } from './matched-lines.ts'
import { keepByMiddles } from './myers.ts'

/** Texts that are close to each other, as two versions of a file mostly are: the `diff` package does well on them. */
const CLOSE = { lines: 10_000, edits: 50 }

/** The lines that stay, so that few others change: as few as possible within the steps. Lines are given by number. */
export function findKept(old: Int32Array, now: Int32Array, distinct: number, effort: number): Kept {
  const kept = { old: new Uint8Array(old.length), now: new Uint8Array(now.length) }
  const whole = { oldFrom: 0, oldTo: old.length, nowFrom: 0, nowTo: now.length }
  const inner = keepEnds(old, now, whole, kept)

  const oldInner = old.subarray(inner.oldFrom, inner.oldTo)
  const nowInner = now.subarray(inner.nowFrom, inner.nowTo)
  const oldShared = positionsOfShared(oldInner, nowInner, distinct)
  const nowShared = positionsOfShared(nowInner, oldInner, distinct)
  const shared = search(pick(oldInner, oldShared), pick(nowInner, nowShared), distinct, effort)

  place(shared.old, oldShared, kept.old.subarray(inner.oldFrom))
  place(shared.now, nowShared, kept.now.subarray(inner.nowFrom))
  return kept
}

/** Lines that only one side has can't stay: setting them aside first costs no shortest script. */
function positionsOfShared(lines: Int32Array, others: Int32Array, distinct: number): Positions {
  const known = new Uint8Array(distinct)
  for (let position = 0; position < others.length; position++) known[at(others, position)] = 1
  let first = 0
  while (first < lines.length && known[at(lines, first)] === 1) first++
  if (first === lines.length) return ALL

  const positions = new Int32Array(lines.length)
  let count = 0
  for (let position = 0; position < lines.length; position++) {
    if (known[at(lines, position)] === 1) positions[count++] = position
  }
  return positions.subarray(0, count)
}

/** Positions in a text, from the first on. */
type Positions = Int32Array | typeof ALL

/** Every line of the text: texts of few different lines have the most, and nothing to set aside. */
const ALL = 'all'

function pick(lines: Int32Array, positions: Positions): Int32Array {
  if (positions === ALL) return lines
  const picked = new Int32Array(positions.length)
  for (let index = 0; index < positions.length; index++) picked[index] = at(lines, at(positions, index))
  return picked
}

function place(stays: Uint8Array, positions: Positions, kept: Uint8Array): void {
  if (positions === ALL) kept.set(stays)
  else for (let index = 0; index < stays.length; index++) kept[at(positions, index)] = stays[index] ?? 0
}

function search(old: Int32Array, now: Int32Array, distinct: number, effort: number): Kept {
  const kept = { old: new Uint8Array(old.length), now: new Uint8Array(now.length) }
  if (keepIfClose(old, now, kept)) return kept

  const pairs = countPairs(old, now, distinct)
  if (pairs <= effort) keepByPairs(old, now, distinct, pairs, kept)
  else keepByMiddles(old, now, kept, effort)
  return kept
}

function keepIfClose(old: Int32Array, now: Int32Array, kept: Kept): boolean {
  if (old.length + now.length > CLOSE.lines) return false
  const changes = diffArrays([...old], [...now], { maxEditLength: CLOSE.edits })
  if (!changes) return false

  let oldAt = 0
  let nowAt = 0
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      kept.old.fill(1, oldAt, oldAt + count)
      kept.now.fill(1, nowAt, nowAt + count)
    }
    if (!added) oldAt += count
    if (!removed) nowAt += count
  }
  return true
}
