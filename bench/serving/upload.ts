import { FIELD_PARTS, FORM_TYPE, formBody, type Part } from '../../test/support/requests/parts.ts'
import { addRates, drive, ratesTable, type Subject } from '../support/drive.ts'
import { startPostgres } from '../support/postgres.ts'
import { startBare, startCatalog } from '../support/processes.ts'
import { modList, randomFrom } from '../support/random.ts'
import type { BenchOptions } from '../support/report.ts'
import { makeUpdatable } from './updates.ts'

const HEADERS = { 'content-type': FORM_TYPE }

/** The files of an upload, and their sizes in bytes. */
const FILES = { 'modlist.txt': 200_000, 'plugins.txt': 60_000, 'Skyrim.ini': 4_000 }

/**
 * Measures uploads of three files, eight at a time: lists with new and with known contents, and updates of one file,
 * for lists without and with a history.
 */
export async function benchUpload({ quick, markdown }: BenchOptions): Promise<void> {
  const postgres = await startPostgres()
  const fill = { lists: quick ? 500 : 20_000, variants: 10 }
  const database = await postgres.database({ ...fill, bytes: [200] })
  const bare = await postgres.database({ ...fill, bytes: [201] })
  const catalog = await startCatalog(database)
  const sql = await startBare('sql', { DATABASE_URL: bare })

  const { changed, known } = uploads()
  const updating = uploadForm(['name="_method"', 'PUT'])
  let updates = 0
  const created = await fetch(`${catalog.url}/v1/lists`, {
    method: 'POST',
    headers: HEADERS,
    body: new Uint8Array(known().body),
  })
  const { data } = (await created.json()) as { data: { slug: string } }
  const { token, slugs, oldSlugs } = await makeUpdatable(database, quick ? 100 : 4_000, data.slug)
  const inTurn = (of: readonly string[]) => {
    let next = 0
    return () => `/v1/lists/${of[next++ % of.length]}`
  }
  /** Returns an update that changes the second file. */
  const update = () => {
    const copy = Buffer.from(updating.body)
    const [, at = 0] = updating.changing
    copy.write(String(++updates).padStart(12, '0'), at)
    return { headers: { ...HEADERS, authorization: `Bearer ${token}` }, body: copy }
  }
  const subjects: Subject[] = [
    { name: 'SQL, new content', server: sql, path: '/upload', status: 201, body: changed },
    { name: 'new content', server: catalog, path: '/v1/lists', status: 201, body: changed },
    { name: 'known content', server: catalog, path: '/v1/lists', status: 201, body: known },
    { name: 'update', server: catalog, path: inTurn(slugs), body: update },
    { name: 'update, history of 50', server: catalog, path: inTurn(oldSlugs), body: update },
  ]
  const options = { rounds: quick ? 1 : 5, seconds: quick ? 1 : 4, connections: 8, postgres: postgres.pid }
  try {
    const table = ratesTable()
    addRates(table, await drive(subjects, options), {
      'new content': ['SQL, new content', '0.5'],
      'known content': ['new content', '1.2'],
      'update, history of 50': ['update', '0.9'],
    })
    process.stdout.write(`${table.print('upload', markdown)}\n`)
  } finally {
    await postgres.close()
  }
}

/** Returns functions that return the next upload: with files that no upload had before, and with the same files each time. */
export function uploads() {
  const { body, changing } = uploadForm()
  let made = 0
  const changed = () => {
    const copy = Buffer.from(body)
    const mark = String(++made).padStart(12, '0')
    for (const at of changing) copy.write(mark, at)
    return { headers: HEADERS, body: copy }
  }
  return { changed, known: () => ({ headers: HEADERS, body }) }
}

/** Returns the form of a list, and the position in each file of a number that can be changed to make it new. */
function uploadForm(...parts: Part[]): { body: Buffer; changing: number[] } {
  const random = randomFrom(1)
  const MARK = '# upload '
  const files = Object.entries(FILES).map(([name, bytes]): Part => {
    const text = `${MARK}${'0'.repeat(12)}\r\n${modList(random, bytes)}`
    return [`name="files[]"; filename="${name}"`, text]
  })
  const body = formBody([...parts, ...FIELD_PARTS, ...files])
  const found = body.toString('latin1').matchAll(RegExp(MARK, 'g'))
  return { body, changing: Array.from(found, ({ index }) => index + MARK.length) }
}
