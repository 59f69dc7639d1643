import type { Server } from '../../support/processes.ts'
import { modList, moveBlock, seeded, textOf } from '../../support/texts.ts'

/** Uploads a list without a token, and returns its slug. */
export async function upload({ url }: Server, name: string, files: Record<string, string[]>): Promise<string> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ name, game: '4', description: '' })) form.append(field, value)
  for (const [file, lines] of Object.entries(files)) form.append('files[]', new Blob([textOf(lines)]), file)
  const answer = await fetch(`${url}/v1/lists`, { method: 'POST', body: form })
  const { data } = (await answer.json()) as { data: { slug: string } }
  return data.slug
}

/** Returns two profiles that differ in 4,000 mods: 1,000 of each are only in it, 1,000 are switched off, 1,000 moved. */
export function changedPair(): [before: Record<string, string[]>, after: Record<string, string[]>] {
  const named = (count: number, seed: number) => modList(count, seeded(seed)).map((line) => `+${line.slice(1)}`)
  const [gone, added] = [named(1_000, 11), named(1_000, 12).map((line) => `${line} again`)]
  const common = named(3_000, 13)
  const off = common.map((line, at) => (at % 3 === 0 ? `-${line.slice(1)}` : line))
  return [{ 'modlist.txt': [...gone, ...common] }, { 'modlist.txt': [...moveBlock(off, 0, 1_500, 1_500), ...added] }]
}
