/** Returns a generator of numbers from 0 to 1. Equal seeds give equal sequences (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a whole number from 0 to `count` - 1. Lower numbers are more frequent. */
export const skewed = (random: () => number, count: number): number => Math.floor(count * random() ** 2.5)

const WORDS =
  'armor texture weather quest overhaul patch sky castle forest sound dragon light bug fix body sword hair'.split(' ')

/** Returns a mod order file of about `bytes` bytes. */
export function modList(random: () => number, bytes: number): string {
  const lines: string[] = []
  for (let length = 0; length < bytes; ) {
    const words = Array.from({ length: 2 + Math.floor(random() * 5) }, () => WORDS[Math.floor(random() * WORDS.length)])
    const line = `${random() < 0.9 ? '+' : '-'}${words.join(' ')} ${Math.floor(random() * 1e6)}`
    lines.push(line)
    length += line.length + 2
  }
  return `${lines.join('\r\n')}\r\n`
}
