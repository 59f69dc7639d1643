import { read } from '../project.ts'

/** A fenced block of a page. */
interface Block {
  /** The heading above it, its language, and its place among the blocks there of the same language, from 1. */
  name: string
  heading: string
  language: string
  text: string
  /** The line above the fence. */
  before: string
}

const FENCE = /^( *)```(\w*)\n([\s\S]*?)^\1```$/m // split keeps its groups

/** The languages of command lines and of configurations. Others are for programmers, or pictures. */
const LANGUAGES = ['sh', 'ini', 'nginx', 'caddyfile', 'yaml']

/** Returns the command lines and configurations of a page, in their order. */
export function blocksOf(page: string): Block[] {
  const parts = read(page).split(FENCE)
  const found: Block[] = []
  let heading = ''
  for (let at = 0; at + 4 < parts.length; at += 4) {
    const [above = '', indent = '', language = '', text = ''] = parts.slice(at, at + 4)
    heading = [...above.matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? heading
    if (!LANGUAGES.includes(language)) continue
    const place = found.filter((block) => block.heading === heading && block.language === language).length + 1
    const lines = text.split('\n').map((line) => line.slice(indent.length))
    const before = above.trimEnd().split('\n').at(-1) ?? ''
    found.push({ name: `${heading}, ${language} ${place}`, heading, language, text: lines.join('\n'), before })
  }
  return found
}

/** Returns the blocks of a page by their names, for a test that plays them, and which of them it has taken. */
export function openPage(page: string) {
  const blocks = blocksOf(page)
  const taken = new Set<string>()
  return {
    /** Returns the text of a block. Throws if the page has none of this name. */
    take(name: string): string {
      const block = blocks.find((each) => each.name === name)
      if (block === undefined) throw new Error(`${page} has no block "${name}".`)
      taken.add(name)
      return block.text
    },
    /** Returns the names of the blocks that were taken, in the order of the page. */
    taken: () => blocks.map(({ name }) => name).filter((name) => taken.has(name)),
  }
}
