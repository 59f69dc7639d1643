import { randomFrom } from './random.ts'

/** Returns a generator of whole numbers below a bound. Equal seeds give equal sequences. */
export function seeded(seed: number): (below: number) => number {
  const random = randomFrom(seed)
  return (below) => Math.floor(random() * below)
}

/** Returns a mod order in which nearly every line is unique. */
export function modList(length: number, random: (below: number) => number): string[] {
  return Array.from(
    { length },
    (_, at) => `${'+-*'[random(3)]}Mod ${at} ${random(1e6).toString(36)} by author ${random(300)}`,
  )
}

/** Returns an ini file with sections, blank lines and many equal settings. */
export function iniFile(length: number, random: (below: number) => number): string[] {
  return Array.from({ length }, () => {
    const kind = random(20)
    if (kind === 0) return ''
    if (kind === 1) return `[Section${random(40)}]`
    return `${'bfisu'[random(5)]}Setting${random(900)}=${random(4)}`
  })
}

/** Returns the lines with edits at random places: lines replaced, removed or inserted. */
export function scatterEdits(lines: readonly string[], edits: number, random: (below: number) => number): string[] {
  const edited = [...lines]
  for (let edit = 0; edit < edits; edit++) {
    const at = random(edited.length)
    const kind = random(3)
    edited.splice(at, kind === 2 ? 0 : 1, ...(kind === 1 ? [] : [`+Edited ${edit} ${random(1e6)}`]))
  }
  return edited
}

export function moveBlock(lines: readonly string[], from: number, length: number, to: number): string[] {
  const rest = lines.toSpliced(from, length)
  return rest.toSpliced(to, 0, ...lines.slice(from, from + length))
}

export function shuffle<Item>(items: readonly Item[], random: (below: number) => number): Item[] {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = random(at + 1)
    const [a, b] = [shuffled[at], shuffled[other]]
    if (a !== undefined && b !== undefined) {
      shuffled[at] = b
      shuffled[other] = a
    }
  }
  return shuffled
}

export const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

const PLUGINS_PER_MOD = 0.375

/** Returns the files of a large profile. Variants differ in twenty lines. */
export function profileFiles(mods: number, variant: number): Record<string, string[]> {
  const plugins = modList(mods * PLUGINS_PER_MOD, seeded(2)).map((line) => `${line.slice(1).replaceAll(' ', '')}.esp`)
  return {
    'modlist.txt': scatterEdits(modList(mods, seeded(1)), 20, seeded(variant + 3)),
    'plugins.txt': plugins.map((plugin) => `*${plugin}`),
    'loadorder.txt': plugins,
  }
}
