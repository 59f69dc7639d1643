import { addRates, drive, ratesTable } from '../support/drive.ts'
import { startPostgres } from '../support/postgres.ts'
import { cpuSeconds, type Server, startBare, startCatalog } from '../support/processes.ts'
import { type BenchOptions, format, progress } from '../support/report.ts'
import { modList, scatterEdits, seeded, textOf } from '../support/texts.ts'

const LINES = 4_000
const EDITS = 20

/** Measures the first and repeated requests of `GET /v1/compare/a/b`, for load orders that differ in a few edits. */
export async function benchComparison({ quick, markdown }: BenchOptions): Promise<void> {
  const postgres = await startPostgres()
  const catalog = await startCatalog(await postgres.database({ lists: 100, bytes: [200], variants: 10 }))
  const random = seeded(5)
  const mods = modList(LINES, random)
  const slugs: string[] = []
  for (let list = 0; list < (quick ? 20 : 200); list++) {
    progress(`uploading ${list}`)
    slugs.push(await upload(catalog, textOf(scatterEdits(mods, EDITS, random))))
  }
  const [first = '', ...others] = slugs
  const floor = await startBare('floor', { SOURCE: `${catalog.url}/v1/compare/${first}/${others[0]}` })
  try {
    const cpu = cpuSeconds(catalog.pid)
    for (const other of others) {
      const answer = await fetch(`${catalog.url}/v1/compare/${other}/${first}`)
      if (!answer.ok) throw new Error(`${other}: ${answer.status}`)
      await answer.arrayBuffer()
    }
    const each = ((cpuSeconds(catalog.pid) - cpu) / others.length) * 1e6

    const options = { rounds: quick ? 1 : 5, seconds: quick ? 1 : 3, connections: 32, postgres: postgres.pid }
    const path = `/v1/compare/${first}/${others[0]}`
    const subjects = [
      { name: 'floor', server: floor, path: '/floor' },
      { name: 'again', server: catalog, path },
    ]
    const table = ratesTable()
    table.add('first time', '', '', format(each, 0), '', '', '', '10,000 us')
    addRates(table, await drive(subjects, options), { again: ['floor', '0.6'] })
    process.stdout.write(`${table.print('comparison', markdown)}\n`)
  } finally {
    await Promise.all([catalog.stop(), floor.stop()])
    await postgres.close()
  }
}

async function upload(catalog: Server, text: string): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Edited', game: '4', description: '' })) form.set(name, value)
  form.append('files[]', new Blob([text]), 'modlist.txt')
  const answer = await fetch(`${catalog.url}/v1/lists`, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: { slug: string } }).data.slug
}
