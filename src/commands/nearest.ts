const ONE_OF = new Intl.ListFormat('en', { type: 'disjunction' })

const MIN_LIKENESS = 0.35
const MOST_NAMES = 3

/**
 * Returns a question that suggests the names most similar to a text, with a leading space. Empty if no name is similar.
 */
export function didYouMean(text: string, names: readonly string[]): string {
  const wanted = pairsOf(text)
  const near = names
    .map((name) => ({ name, likeness: likeness(wanted, pairsOf(name)) }))
    .filter((candidate) => candidate.likeness > MIN_LIKENESS)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, MOST_NAMES)
  return near.length === 0 ? '' : ` Did you mean ${ONE_OF.format(near.map(({ name }) => name))}?`
}

/** Returns all pairs of neighbouring letters and digits. Spaces and signs are left out. */
function pairsOf(text: string): Set<string> {
  const plain = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)))
}

/** Returns the Dice coefficient of two sets: 0 if they have nothing in common, 1 if they are equal. */
function likeness(one: Set<string>, other: Set<string>): number {
  const common = [...one].filter((pair) => other.has(pair)).length
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size)
}
