import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { existingSql } from '../lists/visibility-queries.ts'

/** A received list, as the operator sees it. */
export interface ReceivedList {
  slug: string
  name: string
  author: string | null
  bytes: number
  private: boolean
  hiddenAt: Date | null
  createdAt: Date
  /** Start of the hash of the sender's address, in hexadecimal; null after a day. */
  sender: string | null
}

export interface ReceivedFilter {
  newest?: boolean
  anonymous?: boolean
  private?: boolean
  /** Start of the hash of an address, in hexadecimal. */
  from?: string | undefined
}

/** Length of the shown part of a sender's hash, in hexadecimal digits. */
const SHOWN = 12

/** Returns at most `most` lists that match the filter, oldest or newest first. */
export function findReceived(db: Db, filter: ReceivedFilter, most: number, now: Date): Promise<ReceivedList[]> {
  const conditions = [
    existingSql(now),
    ...(filter.anonymous ? [Prisma.sql`author_id IS NULL`] : []),
    ...(filter.private ? [Prisma.sql`private`] : []),
    ...(filter.from === undefined ? [] : [Prisma.sql`starts_with(encode(sender, 'hex'), ${filter.from})`]),
  ]
  const order = Prisma.raw(filter.newest ? 'DESC' : 'ASC')
  return db.$queryRaw`
    SELECT slug, lists.name, users.name AS author, private, hidden_at AS "hiddenAt", lists.created_at AS "createdAt",
      (SELECT coalesce(sum(bytes), 0)::float8 FROM list_files JOIN files ON files.id = file_id WHERE list_id = lists.id)
        AS bytes,
      left(encode(sender, 'hex'), ${SHOWN}::int) AS sender
    FROM lists LEFT JOIN users ON users.id = author_id LEFT JOIN list_senders ON list_senders.list_id = lists.id
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY lists.created_at ${order}, lists.id ${order} LIMIT ${most}::int`
}

/** Returns the hash of the address that a list came from, in hexadecimal; null if it is not known, or no longer. */
export async function findSenderOf(db: Db, slug: string): Promise<string | null> {
  const found = await db.listSender.findFirst({ where: { list: { slug } }, select: { sender: true } })
  return found === null ? null : Buffer.from(found.sender).toString('hex')
}
