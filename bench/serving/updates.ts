import { createUser } from '../../src/accounts/service.ts'
import { issueToken } from '../../src/accounts/tokens/service.ts'
import { openDatabase } from '../../src/db/client.ts'
import { query } from '../../test/support/database/query.ts'

/** Lists to update, which belong to the owner of the token. */
interface Updatable {
  token: string
  /** Slugs of lists that were never updated. */
  slugs: string[]
  /** Slugs of lists with HISTORY past revisions. */
  oldSlugs: string[]
}

const HISTORY = 50

/**
 * Gives 2 × `count` lists a known author and the files of the list with the slug `like`; half of them get a history.
 */
export async function makeUpdatable(url: string, count: number, like: string): Promise<Updatable> {
  const db = openDatabase(url)
  const context = { db, clock: () => new Date() }
  await createUser(context, { name: 'Updater', verified: false })
  const token = await issueToken(context, { user: 'Updater', abilities: ['update'], label: null, lifetime: null })
  await db.$disconnect()

  const chosen = `SELECT id FROM lists WHERE expires_at IS NULL AND slug <> $1 ORDER BY id LIMIT $2`
  const half = async (offset: number) => {
    const rows = await query(
      url,
      `UPDATE lists SET author_id = (SELECT id FROM users WHERE name = 'Updater') WHERE id IN (${chosen} OFFSET $3)
       RETURNING id, slug`,
      [like, count, offset],
    )
    await query(url, 'DELETE FROM list_files WHERE list_id = ANY($1)', [rows.map(({ id }) => id)])
    await query(
      url,
      `INSERT INTO list_files (list_id, position, file_id)
       SELECT list.id, position, file_id FROM unnest($1::int[]) list(id), list_files
       WHERE list_id = (SELECT id FROM lists WHERE slug = $2)`,
      [rows.map(({ id }) => id), like],
    )
    return rows.map(({ slug }) => String(slug))
  }
  const [slugs, oldSlugs] = [await half(0), await half(count)]
  await query(
    url,
    `INSERT INTO list_revisions (list_id, number, created_at, name, version, description, private, game_id, file_ids)
     SELECT id, number, updated_at, name, number::text, description, private, game_id,
       ARRAY(SELECT file_id FROM list_files WHERE list_id = lists.id ORDER BY position)
     FROM lists, generate_series(1, $2::int) number WHERE slug = ANY($1)`,
    [oldSlugs, HISTORY],
  )
  await query(url, 'UPDATE lists SET revision_number = $2 WHERE slug = ANY($1)', [oldSlugs, HISTORY + 1])
  await query(url, 'SELECT fold_list_changes(2147483647)')
  await query(url, 'VACUUM ANALYZE')
  return { token, slugs, oldSlugs }
}
