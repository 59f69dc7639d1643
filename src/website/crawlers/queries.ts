import type { Db } from '../../db/client.ts'
import { matching } from '../../lists/visibility-queries.ts'

const mapped = (now: Date) => ({ AND: [matching({}, now), { authorId: { not: null } }] })

/** Counts the lists of the sitemap: public ones with an author. */
export const countMapped = (db: Db, now: Date): Promise<number> => db.list.count({ where: mapped(now) })

/** Returns the lists of one part of the sitemap, by id. */
export const findMapped = (
  db: Db,
  part: { skip: number; take: number },
  now: Date,
): Promise<{ slug: string; updatedAt: Date }[]> =>
  db.list.findMany({ where: mapped(now), ...part, orderBy: { id: 'asc' }, select: { slug: true, updatedAt: true } })
