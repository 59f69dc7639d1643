/** Up to `count` of the names that look most like a text, the closest first; none that have little in common with it. */
function nearestNames(text: string, names: readonly string[], count = 3): string[] {
  const wanted = pairsOf(text)
  return names
    .map((name) => ({ name, likeness: likeness(wanted, pairsOf(name)) }))
    .filter((candidate) => candidate.likeness > LEAST)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, count)
    .map(({ name }) => name)
}

const ONE_OF = new Intl.ListFormat('en', { type: 'disjunction' })

/** A question that names those of the names that look most like a text, with a space before it; empty if none do. */
export function didYouMean(text: string, names: readonly string[]): string {
  const near = nearestNames(text, names)
  return near.length === 0 ? '' : ` Did you mean ${ONE_OF.format(near)}?`
}

const LEAST = 0.35

/** Neighbouring characters, spaces and signs left out: "Skyrim" is in "TESV: Skyrim SE". */
function pairsOf(text: string): Set<string> {
  const plain = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)))
}

/** The share of the pairs of both that they have in common, after Dice. */
function likeness(one: Set<string>, other: Set<string>): number {
  const common = [...one].filter((pair) => other.has(pair)).length
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size)
}
