import { countPairs, keepByPairs } from './hunt-szymanski.ts'
import { at } from './ints.ts'
import { type Kept, keepEnds } from './kept.ts'
import { keepByMiddles } from './myers.ts'

/** The lines that stay, so that few others change: as few as possible within the steps. Lines are given by number. */
export function findKept(old: Int32Array, now: Int32Array, distinct: number, steps: number): Kept {
  const kept = { old: new Uint8Array(old.length), now: new Uint8Array(now.length) }
  const whole = { oldFrom: 0, oldTo: old.length, nowFrom: 0, nowTo: now.length }
  const inner = keepEnds(old, now, whole, kept)

  const oldInner = old.subarray(inner.oldFrom, inner.oldTo)
  const nowInner = now.subarray(inner.nowFrom, inner.nowTo)
  const oldShared = positionsOfShared(oldInner, nowInner, distinct)
  const nowShared = positionsOfShared(nowInner, oldInner, distinct)
  const shared = search(
    oldShared.map((position) => at(oldInner, position)),
    nowShared.map((position) => at(nowInner, position)),
    distinct,
    steps,
  )

  shared.old.forEach((stays, index) => {
    kept.old[inner.oldFrom + at(oldShared, index)] = stays
  })
  shared.now.forEach((stays, index) => {
    kept.now[inner.nowFrom + at(nowShared, index)] = stays
  })
  return kept
}

/** Lines that only one side has can't stay: setting them aside first costs no shortest script. */
function positionsOfShared(lines: Int32Array, others: Int32Array, distinct: number): Int32Array {
  const known = new Uint8Array(distinct)
  for (const number of others) known[number] = 1
  const positions = new Int32Array(lines.length)
  let count = 0
  lines.forEach((number, position) => {
    if (known[number]) positions[count++] = position
  })
  return positions.subarray(0, count)
}

function search(old: Int32Array, now: Int32Array, distinct: number, steps: number): Kept {
  const kept = { old: new Uint8Array(old.length), now: new Uint8Array(now.length) }
  const pairs = countPairs(old, now, distinct)
  if (pairs * Math.log2(pairs + 2) <= steps) keepByPairs(old, now, distinct, pairs, kept)
  else
    keepByMiddles(old, now, kept, {
      steps,
      ahead: Math.min(512, Math.max(16, Math.round(steps / (old.length + now.length)))),
    })
  return kept
}
