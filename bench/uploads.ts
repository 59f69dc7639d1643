import { FIELD_PARTS, FORM_TYPE, formBody, type Part } from '../test/support/requests/parts.ts'
import { drive, type Request, type Subject } from './support/drive.ts'
import { type Server, startBare, startMachine } from './support/processes.ts'
import { modList, randomFrom } from './support/random.ts'
import type { BenchOptions } from './support/report.ts'
import { textOf } from './support/texts.ts'

const HEADERS = { 'content-type': FORM_TYPE }

/** The files of an upload, and their sizes in bytes. */
const FILES = { 'modlist.txt': 200_000, 'plugins.txt': 60_000, 'Skyrim.ini': 4_000 }

const MARK = '# upload '

/**
 * Measures uploads of three files, eight at a time, with new and with known contents, against bare SQL, or against
 * another version.
 */
export async function benchUploads({ quick, against }: BenchOptions): Promise<void> {
  const machine = await startMachine()
  try {
    const fill = { lists: quick ? 500 : 20_000, bytes: [200], variants: 10 }
    const { server } = await machine.version(fill)
    const other = await machine.version(fill, against)
    const base =
      against === undefined
        ? { server: await startBare('sql', { DATABASE_URL: other.database }), path: '/upload' }
        : { server: other.server, path: '/v1/lists' }
    const { changed, known } = uploads()
    const subject = (name: string, body: NonNullable<Request['body']>): Subject => ({
      name,
      alternatives: {
        [against === undefined ? 'bare' : 'other']: { ...base, status: 201, body },
        catalog: { server, path: '/v1/lists', status: 201, body },
      },
    })
    const subjects = [subject('upload of new content', changed), subject('upload of known content', known)]
    await drive('uploads', subjects, { quick, postgres: machine.postgres, connections: 8 })
  } finally {
    await machine.close()
  }
}

/** Returns functions that return the next upload: with files that no upload had before, and with the same files each time. */
function uploads() {
  const random = randomFrom(1)
  const files = Object.entries(FILES).map(([name, bytes]): Part => {
    const text = `${MARK}${'0'.repeat(12)}\r\n${modList(random, bytes)}`
    return [`name="files[]"; filename="${name}"`, text]
  })
  const body = formBody([...FIELD_PARTS, ...files])
  const marks = Array.from(body.toString('latin1').matchAll(RegExp(MARK, 'g')), ({ index }) => index + MARK.length)
  let made = 0
  const changed = () => {
    const copy = Buffer.from(body)
    const mark = String(++made).padStart(12, '0')
    for (const at of marks) copy.write(mark, at)
    return { headers: HEADERS, body: copy }
  }
  return { changed, known: () => ({ headers: HEADERS, body }) }
}

/** Uploads a list without a token. Returns its slug. */
export async function uploadFiles({ url }: Server, name: string, files: Record<string, string[]>): Promise<string> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ name, game: '4', description: '' })) form.append(field, value)
  for (const [file, lines] of Object.entries(files)) form.append('files[]', new Blob([textOf(lines)]), file)
  const created = await fetch(`${url}/v1/lists`, { method: 'POST', body: form })
  if (!created.ok) throw new Error(`${name}: ${created.status} ${await created.text()}`)
  return ((await created.json()) as { data: { slug: string } }).data.slug
}
