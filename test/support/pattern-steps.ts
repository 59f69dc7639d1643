import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** Continues a match at a position, and reports whether all that follows matches. */
type Next = (at: number) => boolean

/** Matches an element from a position on, or up to it in a lookbehind. */
type Match = (at: number, next: Next) => boolean

type CharacterElement = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass

const isCharacter = (node: AST.Element): node is CharacterElement =>
  node.type === 'Character' || /^(?:Expression)?Character(?:Set|Class)$/.test(node.type)

/** Length of the texts that patterns are tried on. */
const LENGTH = 1_000

/** Number of characters after which a text is given up: a pattern can have to look at more than anyone waits for. */
const GIVE_UP = 1_000 * LENGTH

class GivenUp extends Error {}

/**
 * Returns how many characters a pattern looks at for each character of a text, and the text, repeated, with the most.
 *
 * Problem: a bounded repetition is linear for tools that look at growth alone. It can still look at thousands of
 * characters from each one, if it can begin at each.
 * Approach: a matcher that goes back as JavaScript's does, and counts. It is tried on repeated beginnings of what the
 * pattern matches: up to each of its repetitions, made of characters that the pattern names.
 */
export function mostSteps(pattern: RegExp): { steps: number; text: string } {
  const { source, flags } = pattern
  const tree = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: /u/.test(flags),
    unicodeSets: /v/.test(flags),
  })
  const accepts = acceptor(flags.replace(/[gyd]/g, ''))
  let most = { steps: 0, text: '' }
  for (const word of new Set(beginnings(tree, accepts))) {
    const text = word.repeat(Math.ceil(LENGTH / word.length))
    const steps = stepsOf(tree, accepts, flags, text) / text.length
    if (steps > most.steps) most = { steps, text: word }
  }
  return most
}

type Accepts = (node: CharacterElement, character: string) => boolean

/** Returns a function that reports whether an element matches a character. */
function acceptor(flags: string): Accepts {
  const known = new Map<string, boolean>()
  return ({ raw }, character) => {
    const key = `${raw} ${character}`
    const found = known.get(key) ?? new RegExp(`^(?:${raw})$`, flags).test(character)
    known.set(key, found)
    return found
  }
}

function stepsOf({ alternatives }: AST.Pattern, accepts: Accepts, flags: string, text: string): number {
  let steps = 0

  const look = (node: CharacterElement, at: number) => {
    if (++steps > GIVE_UP) throw new GivenUp()
    return at >= 0 && at < text.length && accepts(node, text[at] ?? '')
  }
  const either = (all: readonly AST.Alternative[], back: boolean): Match => {
    const matches = all.map(({ elements }) => inOrder(elements, back))
    const [only, ...others] = matches
    if (only !== undefined && others.length === 0) return only
    return (at, next) => matches.some((match) => match(at, next))
  }
  const inOrder = (elements: readonly AST.Element[], back: boolean): Match => {
    const matches = elements.map((element) => matchOf(element, back))
    if (back) matches.reverse()
    if (matches.length === 0) return (at, next) => next(at)
    return matches.reduceRight((rest, match) => (at, next) => match(at, (end) => rest(end, next)))
  }
  const matchOf = (node: AST.Element, back: boolean): Match => {
    const by = back ? -1 : 1
    if (isCharacter(node)) return (at, next) => look(node, back ? at - 1 : at) && next(at + by)
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return either(node.alternatives, back)
      case 'Assertion':
        return assertionOf(node)
      case 'Quantifier':
        return isCharacter(node.element) ? run(node, node.element, back) : repetition(node, matchOf(node.element, back))
      default:
        throw new Error(`Not counted: ${node.raw}`)
    }
  }
  /** A repetition of one character: a loop, because texts are longer than the stack. */
  const run = ({ min, max, greedy }: AST.Quantifier, node: CharacterElement, back: boolean): Match => {
    const by = back ? -1 : 1
    return (at, next) => {
      let count = 0
      const more = () => count < max && look(node, at + by * count - (back ? 1 : 0))
      while (count < min) {
        if (!more()) return false
        count++
      }
      if (!greedy) {
        while (!next(at + by * count)) {
          if (!more()) return false
          count++
        }
        return true
      }
      while (more()) count++
      for (; count >= min; count--) if (next(at + by * count)) return true
      return false
    }
  }
  const repetition = ({ min, max, greedy }: AST.Quantifier, match: Match): Match => {
    const from = (count: number, at: number, next: Next): boolean => {
      const again = () => count < max && match(at, (end) => (end !== at || count < min) && from(count + 1, end, next))
      if (count < min) return again()
      return greedy ? again() || next(at) : next(at) || again()
    }
    return (at, next) => from(0, at, next)
  }
  const assertionOf = (node: AST.Assertion): Match => {
    if (node.kind === 'lookahead' || node.kind === 'lookbehind') {
      const inner = either(node.alternatives, node.kind === 'lookbehind')
      return (at, next) => inner(at, () => true) !== node.negate && next(at)
    }
    const holds = new RegExp(node.raw, `${flags.replace(/[gyd]/g, '')}y`)
    return (at, next) => {
      steps++
      holds.lastIndex = at
      return holds.test(text) && next(at)
    }
  }

  const match = either(alternatives, false)
  for (let at = 0; at <= text.length; at++) {
    let end = at
    try {
      match(at, (found) => {
        end = found
        return true
      })
    } catch (error) {
      if (error instanceof GivenUp) return steps
      throw error
    }
    if (end > at) at = end - 1
  }
  return steps
}

/** Characters that beginnings are made of, besides those that the pattern names. */
const USUAL = ['a', '0', ' ', '-', '.', '/', '\\', '\t', '\n', '"', 'é', 'A', '<', '_']

/** Returns texts that match the pattern up to each of its repetitions, with one more character of the repetition. */
function beginnings(tree: AST.Pattern, accepts: Accepts): string[] {
  const named = [...new Set(namedIn(tree.alternatives))]
  const found: string[] = []
  for (const wanted of [...named, ...USUAL]) {
    const order = [wanted, ...named, ...USUAL]
    const charOf = (node: CharacterElement) =>
      node.type === 'Character' ? String.fromCodePoint(node.value) : (order.find((char) => accepts(node, char)) ?? '')
    const wordOf = (node: AST.Element, before: string): string => {
      if (isCharacter(node)) return before + charOf(node)
      if (node.type === 'Quantifier') {
        found.push(wordOf(node.element, repeated(node, node.min, before)))
        return repeated(node, node.min, before)
      }
      if (node.type === 'Group' || node.type === 'CapturingGroup') {
        const [first = before] = node.alternatives.map(({ elements }) => wordOfAll(elements, before))
        return first
      }
      return before
    }
    const repeated = (node: AST.Quantifier, count: number, before: string) => {
      let word = before
      for (let left = count; left > 0; left--) word = wordOf(node.element, word)
      return word
    }
    const wordOfAll = (elements: readonly AST.Element[], before: string) =>
      elements.reduce((word, element) => wordOf(element, word), before)
    for (const { elements } of tree.alternatives) found.push(wordOfAll(elements, ''))
    found.push(wanted)
  }
  return found.filter((word) => word !== '')
}

/** Returns the characters that a pattern has as themselves. */
function namedIn(alternatives: readonly AST.Alternative[]): string[] {
  const of = (node: AST.Element): string[] => {
    if (node.type === 'Character') return [String.fromCodePoint(node.value)]
    if (node.type === 'Quantifier') return of(node.element)
    return 'alternatives' in node ? namedIn(node.alternatives) : []
  }
  return alternatives.flatMap(({ elements }) => elements.flatMap(of))
}
