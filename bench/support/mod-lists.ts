import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { READERS_VERSION } from '../../src/load-order/reading/kinds.ts'
import { chunked } from './data.ts'
import { randomFrom } from './random.ts'

/** Number of different mods in the catalog, apart from the rare ones. */
const VOCABULARY = 20_000

/** Number of mods of a list. */
export const MODS = 300

/** Number of lists that hold a rare mod. */
export const RARE_LISTS = 20

/** The mods 1 and 2 are each in half of all lists, independently. The id after the vocabulary is the rare mod. */
const POPULAR = [1, 2]
export const RARE = VOCABULARY + 1

/** Chosen so that the shares of all mods add up to about MODS. */
const TAIL = 47

const WORDS = 'Armor Texture Weather Quest Overhaul Patch Sky Castle Forest Sound Dragon Light Bug Body Sword'.split(
  ' ',
)

export const modName = (id: number): string => `${WORDS[id % WORDS.length]} ${WORDS[(id * 7) % 13]} ${id}`

/**
 * Returns a generator of the ids of a list's mods. A mod is in a share of all lists: 1/2 for the most popular ones, and
 * then in inverse proportion to its rank.
 */
function holder(random: () => number): () => number[] {
  const sums = [0]
  for (let id = POPULAR.length + 1; id <= VOCABULARY; id++) sums.push((sums.at(-1) ?? 0) + Math.min(0.5, TAIL / id))
  const total = sums.at(-1) ?? 0
  const strata = MODS - 1
  return () => {
    const ids = new Set(POPULAR.filter(() => random() < 0.5))
    for (let stratum = 0; stratum < strata; stratum++) {
      const wanted = ((stratum + random()) / strata) * total
      let [low, high] = [0, sums.length - 1]
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if ((sums[middle] ?? 0) <= wanted) low = middle
        else high = middle
      }
      ids.add(POPULAR.length + 1 + low)
    }
    return [...ids]
  }
}

/** Returns a generator of modlist.txt files with the mods of the catalog. */
export function modListFiles(seed: number): () => string {
  const random = randomFrom(seed)
  const next = holder(random)
  return () =>
    `${next()
      .map((id) => `${random() < 0.8 ? '+' : '-'}${modName(id)}`)
      .join('\n')}\n`
}

/** Writes the index of mods for all lists of a database that fillDatabase has filled, as if their files had been read. */
export async function fillModIndex(url: string): Promise<void> {
  const random = randomFrom(7)
  const next = holder(random)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const copy = (table: string, rows: () => Iterable<string>) =>
    pipeline(Readable.from(chunked(rows())), client.query(copyFrom(`COPY ${table} FROM STDIN`)))

  await client.query('TRUNCATE unindexed_lists')
  await client.query('UPDATE mod_readers SET version = $1', [READERS_VERSION])
  await copy('mod_names (id, plugin, key, name, words)', function* () {
    for (let id = 1; id <= RARE; id++) {
      const name = modName(id)
      yield `${id}\tfalse\t${name.toLowerCase()}\t${name}\t ${name.toLowerCase()}\n`
    }
  })
  await client.query(`SELECT setval('mod_names_id_seq', ${RARE})`)
  const { rows: lists } = await client.query<{ id: number; game: number; counted: boolean }>(`
    SELECT id, game_id AS game, NOT private AND hidden_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AS counted
    FROM lists ORDER BY id`)
  const counts = new Map<number, { lists: number; enabled: number }[]>()
  const rareEvery = Math.floor(lists.length / RARE_LISTS)
  const { rows } = await client.query<{ sql: string }>(
    `SELECT indexdef AS sql FROM pg_indexes WHERE indexname = 'list_mods_ids_idx'`,
  )
  await client.query('DROP INDEX list_mods_ids_idx')
  await copy('list_mods (list_id, game_id, counted, mods, mods_enabled, enabled, disabled)', function* () {
    for (const [at, { id, game, counted }] of lists.entries()) {
      const held: [enabled: number[], disabled: number[]] = [[], []]
      const ids = at % rareEvery === 0 && at < RARE_LISTS * rareEvery ? [...next(), RARE] : next()
      for (const mod of ids) held[random() < 0.8 ? 0 : 1].push(mod)
      const ofGame = counts.get(game) ?? Array.from({ length: RARE + 1 }, () => ({ lists: 0, enabled: 0 }))
      counts.set(game, ofGame)
      for (const [kind, mods] of held.entries()) {
        for (const mod of counted ? mods : []) {
          const count = ofGame[mod] ?? { lists: 0, enabled: 0 }
          count.lists++
          if (kind === 0) count.enabled++
        }
      }
      const [enabled, disabled] = held.map((mods) => `{${mods.sort((one, other) => one - other)}}`)
      yield `${id}\t${game}\t${counted}\t${ids.length}\t${held[0].length}\t${enabled}\t${disabled}\n`
    }
  })
  await client.query(`SET maintenance_work_mem = '512MB'`)
  await client.query(rows[0]?.sql ?? '')
  await client.query('ALTER INDEX list_mods_ids_idx ALTER COLUMN 1 SET STATISTICS 0')
  await copy('mod_counts (game_id, name_id, plugin, lists, enabled)', function* () {
    for (const [game, ofGame] of counts) {
      for (const [id, { lists, enabled }] of ofGame.entries()) {
        if (lists > 0) yield `${game}\t${id}\tfalse\t${lists}\t${enabled}\n`
      }
    }
  })
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  await client.end()
}
