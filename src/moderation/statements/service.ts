import type { Context } from '../../context.ts'
import { readConsistently } from '../../db/reads.ts'
import { notFound } from '../../errors.ts'
import type { ReadFile } from '../../files/service.ts'
import { findContents, findDetail } from '../../lists/detail/queries.ts'
import { isSlug } from '../../lists/slug.ts'
import { existingSql } from '../../lists/visibility-queries.ts'
import { findStatements, type Statement } from './queries.ts'

/** How long an author sees why a list was deleted. */
const KEPT_MS = 180 * 24 * 3_600_000

/** Returns the reasons why lists of a user were hidden or deleted. */
export const statementsFor = ({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number): Promise<Statement[]> =>
  findStatements(db.pool, userId, new Date(clock().getTime() - KEPT_MS))

/** Returns the files of a hidden list to its author. Throws a 404 for anyone else. */
export function readHiddenFiles(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  slug: string,
): Promise<ReadFile[]> {
  return readConsistently(db, async (statements) => {
    const found = isSlug(slug) ? await findDetail(statements, slug, clock(), existingSql) : { row: null }
    if (found.row === null || found.row.authorId !== userId || found.row.hiddenAt === null) throw notFound('List')
    const contents = await findContents(
      statements,
      found.files.map(({ hash }) => hash),
    )
    const read = found.files.flatMap((file) => {
      const content = contents.get(file.hash)
      return content === undefined ? [] : [{ ...file, content }]
    })
    return read.length === found.files.length ? read : null // null: the sweep has deleted a file meanwhile, so read again
  })
}
