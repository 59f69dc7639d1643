import type { Db } from '../db/client.ts'
import { findOnlyRow, statement } from '../db/sql.ts'
import { type IndexState, indexStateSql } from '../lists/search/queries.ts'
import { matchingSql } from '../lists/visibility-queries.ts'

/** Number of a list's rarest names by which other lists are looked up. */
const NAMES = 300

/** Maximum number of lists that hold these names, summed over the names. It bounds what the statement reads. */
const HOLDING = 5_000

/** Number of lists with the most of these names whose differences are counted. */
const CANDIDATES = 50

/** Maximum number of lists with the same crash that are named. */
const SHOWN = 3

interface Similar extends IndexState {
  lists: { id: number; differences: number }[]
  /** The newest of the lists whose log has the same place of the crash, and their number; null if the place is unknown. */
  crashes: { count: number; ids: number[] } | null
}

/**
 * Finds the public lists of the same game with the fewest differences from a list, and those that crash at the same
 * place. Counting the differences from each list would take longer the larger the catalog is. So the statement looks up
 * the lists that hold the rarest names of this one, and counts the differences from those that hold the most of them.
 * In a list of at most NAMES names that few others have, no list is left out. To be read by index.
 */
export function findSimilar(
  db: Db,
  { id, gameId }: { id: number; gameId: number },
  take: number,
  now: Date,
): Promise<Similar> {
  return findOnlyRow(
    db,
    statement`
      WITH own AS MATERIALIZED (
        SELECT name_id, true AS is_on FROM list_mods, unnest(enabled) AS name_id WHERE list_id = ${id}
        UNION ALL
        SELECT name_id, false FROM list_mods, unnest(disabled) AS name_id WHERE list_id = ${id}
      ),
      rare AS MATERIALIZED (
        SELECT name_id, lists FROM own JOIN mod_counts USING (name_id) WHERE game_id = ${gameId}::int
        ORDER BY lists, name_id LIMIT ${NAMES}::int
      ),
      asked AS MATERIALIZED (
        SELECT name_id, sum(of_games.lists) OVER (ORDER BY rare.lists, name_id) AS holding
        FROM rare, LATERAL (
          SELECT sum(mod_counts.lists) AS lists FROM games JOIN mod_counts ON game_id = games.id AND mod_counts.name_id = rare.name_id
        ) of_games
      ),
      candidates AS MATERIALIZED (
        SELECT holding.list_id FROM (
          SELECT list_id, count(*) AS names FROM asked, LATERAL (
            SELECT list_id FROM list_mods WHERE (enabled || disabled) @> ARRAY[asked.name_id] OFFSET 0
          ) one WHERE asked.holding <= ${HOLDING}::int GROUP BY list_id
        ) holding JOIN lists ON lists.id = list_id
        WHERE list_id <> ${id} AND ${matchingSql({ gameId }, now)}
        ORDER BY names DESC, list_id DESC LIMIT ${CANDIDATES}::int
      ),
      nearest AS (
        SELECT list_id AS id, ((SELECT count(*) FROM own) + cardinality(enabled) + cardinality(disabled) - shared - alike)::int AS differences
        FROM candidates JOIN list_mods USING (list_id), LATERAL (
          SELECT count(*) AS shared, count(*) FILTER (WHERE own.is_on = theirs.is_on) AS alike
          FROM own JOIN (
            SELECT name_id, true AS is_on FROM unnest(enabled) AS name_id
            UNION ALL
            SELECT name_id, false FROM unnest(disabled) AS name_id
          ) theirs USING (name_id)
        ) both_hold
        ORDER BY differences, id DESC LIMIT ${take}::int
      )
      SELECT ${indexStateSql}, (SELECT coalesce(json_agg(nearest), '[]') FROM nearest) AS lists, (
        SELECT json_build_object('count', count(same.id), 'ids', coalesce(json_agg(same.id ORDER BY same.id DESC) FILTER (WHERE place <= ${SHOWN}::int), '[]'))
        FROM list_mods mine LEFT JOIN LATERAL (
          SELECT lists.id, row_number() OVER (ORDER BY lists.id DESC) AS place
          FROM (SELECT list_id FROM list_mods WHERE crash_place = mine.crash_place) theirs JOIN lists ON lists.id = list_id
          WHERE list_id <> ${id} AND ${matchingSql({ gameId }, now)}
        ) same ON true
        WHERE mine.list_id = ${id} AND mine.crash_place IS NOT NULL GROUP BY mine.list_id
      ) AS crashes`,
  )
}
