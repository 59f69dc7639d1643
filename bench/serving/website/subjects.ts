import type { Server } from '../../support/processes.ts'
import { modList, moveBlock, seeded, textOf } from '../../support/texts.ts'

/** Uploads a list without a token, and updates it until it has so many revisions. Returns its slug. */
export async function upload(
  { url }: Server,
  name: string,
  files: Record<string, string[]>,
  revisions = 1,
): Promise<string> {
  const send = (path: string, fields: Record<string, string>, last: string[], headers: Record<string, string> = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ name, game: '4', description: '', ...fields }))
      form.append(field, value)
    for (const [file, lines] of Object.entries(files))
      form.append('files[]', new Blob([textOf([...lines, ...last])]), file)
    return fetch(`${url}/v1/lists${path}`, { method: 'POST', body: form, headers })
  }
  const created = await send('', {}, [])
  const { data } = (await created.json()) as { data: { slug: string } }
  for (let revision = 2; revision <= revisions; revision++) {
    const fields = { _method: 'PUT', version: String(revision) }
    const headers = { authorization: `Bearer ${created.headers.get('owner-key')}` }
    const updated = await send(`/${data.slug}`, fields, [`+Mod of revision ${revision}`], headers)
    if (!updated.ok) throw new Error(`${name}: ${updated.status}`)
  }
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
