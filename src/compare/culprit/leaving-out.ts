import type { Outcome, Result, Steps, Take } from './step.ts'

/** After this many changes in a row that can't be left out, the rest counts as not proved. */
const MAX_KEPT_IN_ROW = 12

/** Leaves out changes that the search may have taken needlessly, as many at once as possible. Returns the others. */
export function* leaveOutTogether(found: Take, candidates: Take): Steps<Take> {
  const groups: Take[] = candidates.length > 0 ? [candidates] : []
  let rest = found
  let kept = 0
  for (let group = groups.pop(); group !== undefined && kept < MAX_KEPT_IN_ROW; group = groups.pop()) {
    const left = group
    const take = rest.filter((change) => !left.includes(change))
    const result = yield { take, needed: rest, suspects: [], left: 1 }
    if (result === 'crashes') {
      rest = take
      kept = 0
    } else if (group.length > 1) {
      const middle = Math.ceil(group.length / 2)
      groups.push(group.slice(middle), group.slice(0, middle))
    } else kept++
  }
  return rest
}

/** Leaves out each change once, until the rest crashes and does not crash without any one of its changes. */
export function* leaveOutEach(candidates: Take): Steps<Outcome> {
  let found = candidates
  let unproved: number[] = []
  let untestable = 0
  let isOver = false // then only known results count
  let hasCrashed = (yield { take: found, needed: found, suspects: [], left: 1, isOnlyLookedUp: true }) === 'crashes'
  for (let at = 0; at < found.length; ) {
    const change = found[at] as number
    const take = found.filter((other) => other !== change)
    isOver ||= untestable >= MAX_KEPT_IN_ROW
    const left = found.length - at
    const result: Result = yield { take, needed: found, suspects: [], left, isOnlyLookedUp: isOver }
    if (result === 'crashes') {
      found = take
      hasCrashed = true
      unproved = []
      at = 0
      untestable = 0
      isOver = false
      continue
    }
    untestable = result === 'untestable' ? untestable + 1 : 0
    if (result === 'untestable') unproved.push(change)
    at++
  }
  return { code: hasCrashed && unproved.length === 0 ? 'found' : 'unproved', found, unproved }
}
