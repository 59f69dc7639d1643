import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { storedFile } from '../../src/lists/writing/uploaded-files.ts'
import { modList, randomFrom, skewed } from './random.ts'

export interface Fill {
  lists: number
  /** Sizes of the files of each list, in bytes. */
  bytes: number[]
  /** Number of different files of each size. */
  variants: number
}

const AUTHORS = 5_000
const GAMES = 31

/** Approximate number of lists that have expired since the last sweep, evenly distributed. */
const EXPIRED = 50

/** Returns a function that returns the slugs of the filled lists in turn, and `list-1` instead of one that has expired. */
export function slugs(lists: number): () => string {
  let visit = 0
  return () => {
    const id = 1 + (++visit % lists)
    return `list-${id % Math.ceil(lists / EXPIRED) === 0 ? 1 : id}`
  }
}

/** Number of days up to now over which the lists are distributed. */
const DAYS = 1_000
const DAY_MS = 86_400_000

/** Fills a database with lists of GAMES games and AUTHORS authors. Equal fills have equal rows, except for times. */
export async function fillDatabase(url: string, { lists, bytes, variants }: Fill): Promise<void> {
  const random = randomFrom(lists)
  const now = Date.now()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const copy = (table: string, rows: () => Iterable<string>) =>
    pipeline(Readable.from(chunked(rows())), client.query(copyFrom(`COPY ${table} FROM STDIN`)))
  const stamp = (moment: number) => new Date(moment).toISOString()

  await copy('users (id, name, name_key, verified, created_at)', function* () {
    for (let id = 1; id <= AUTHORS; id++)
      yield `${id}\tAuthor ${id}\tauthor ${id}\t${id % 3 === 0}\t${stamp(now - DAYS * DAY_MS)}\n`
  })
  await copy('files (id, hash, name, clean_name, bytes, content, created_at)', function* () {
    for (let id = 1; id <= bytes.length * variants; id++) {
      const content = Buffer.from(modList(random, bytes[(id - 1) % bytes.length] ?? 0))
      const file = storedFile({ name: `modlist-${(id - 1) % bytes.length}.txt`, pieces: [content] })
      yield `${id}\t\\\\x${Buffer.from(file.hash).toString('hex')}\t${file.name}\t${file.cleanName}\t${file.bytes}\t\\\\x${content.toString('hex')}\t${stamp(now - DAYS * DAY_MS)}\n`
    }
  })
  const columns =
    'id, slug, slug_base, slug_number, name, version, description, website, private, expires_at, created_at, updated_at, game_id, author_id'
  await copy(`lists (${columns})`, function* () {
    for (let id = 1; id <= lists; id++) {
      const created = now - ((lists - id + random()) / lists) * DAYS * DAY_MS
      const updated = random() < 0.3 ? created + random() * (now - created) : created
      const isPrivate = random() < 0.05
      // Most lists do not expire, some will, and about EXPIRED have expired but are not swept yet.
      const chance = random()
      const expires =
        chance < 0.01
          ? stamp(now + DAY_MS * (0.5 + random() * 7))
          : id % Math.ceil(lists / EXPIRED) === 0
            ? stamp(now - random() * 60_000)
            : '\\N'
      const author = random() < 0.2 ? '\\N' : 1 + skewed(random, AUTHORS)
      const text = 'A list that was put together over many evenings; load order matters, read the notes first.'
      yield `${id}\tlist-${id}\tlist\t${id}\tList ${id}\t1.${id % 20}.0\t${text}\thttps://example.com/lists/${id}\t${isPrivate}\t${expires}\t${stamp(created)}\t${stamp(updated)}\t${1 + skewed(random, GAMES)}\t${author}\n`
    }
  })
  await copy('list_files (list_id, position, file_id)', function* () {
    for (let id = 1; id <= lists; id++) {
      const variant = Math.floor(random() * variants)
      for (const position of bytes.keys()) yield `${id}\t${position}\t${1 + position + variant * bytes.length}\n`
    }
  })
  for (const table of ['users', 'files', 'lists']) {
    await client.query(`SELECT setval('${table}_id_seq', (SELECT max(id) FROM ${table}))`)
  }
  // A server leaves the index of mods to a newer version, so it does not index lists while something else is measured.
  await client.query('UPDATE mod_readers SET version = version + 1000')
  await client.query('SELECT fold_list_changes(2147483647)')
  await client.query('VACUUM FULL list_changes') // no real catalog has so many counter deltas at once
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
}

/** Joins lines to chunks of at least 64 KiB. */
export function* chunked(lines: Iterable<string>): Iterable<string> {
  let chunk = ''
  for (const line of lines) {
    chunk += line
    if (chunk.length < 2 ** 16) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
