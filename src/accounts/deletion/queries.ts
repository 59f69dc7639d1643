import { customPlan } from '../../db/statements.ts'
import type { Connection } from '../../db/transaction.ts'

/** The fields of a list that its search words are made from. */
interface NamedList {
  id: number
  name: string
  description: string | null
  game: string
}

/** Makes up to `limit` lists of a user anonymous, without an owner key, and returns them. */
export async function releaseLists(db: Connection, userId: number, limit: number): Promise<NamedList[]> {
  const { rows } = await db.query<NamedList>(customPlan`
    WITH released AS (
      UPDATE lists SET author_id = NULL
      WHERE id IN (SELECT id FROM lists WHERE author_id = ${userId} ORDER BY id LIMIT ${limit} FOR UPDATE)
      RETURNING id, name, description, game_id
    )
    SELECT released.id, released.name, description, games.name AS game FROM released JOIN games ON games.id = game_id`)
  return rows
}

/** Replaces the search words of lists. */
export async function replaceWords(db: Connection, lists: { id: number; words: string[] }[]): Promise<void> {
  await db.query(customPlan`
    UPDATE list_search SET words = array_to_tsvector(r.words)
    FROM json_to_recordset(${JSON.stringify(lists)}::json) AS r (id int, words text[]) WHERE list_id = r.id`)
}
