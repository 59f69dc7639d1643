import type { Db } from '../../db/client.ts'

/** The statement of reasons to an author whose list was hidden or deleted. */
export interface Statement {
  action: 'hide' | 'delete'
  reason: string
  slug: string
  name: string
  createdAt: Date
}

/**
 * Returns the statements for a user, latest first: of lists that are hidden now, and of lists deleted after `since`.
 */
export const findStatements = (db: Db, userId: number, since: Date): Promise<Statement[]> =>
  db.$queryRaw`
    SELECT action, reason, coalesce(lists.slug, done.slug) AS slug, coalesce(lists.name, list_name) AS name,
      done.created_at AS "createdAt"
    FROM moderation_actions done LEFT JOIN lists ON lists.id = list_id AND author_id = user_id
    WHERE user_id = ${userId} AND (
      (action = 'delete' AND lists.id IS NULL AND done.created_at > ${since})
      OR (action = 'hide' AND hidden_at IS NOT NULL AND done.id = (
        SELECT max(id) FROM moderation_actions last WHERE last.list_id = done.list_id AND last.action = 'hide'
      ))
    )
    ORDER BY done.id DESC`
