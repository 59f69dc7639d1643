import { Prisma } from './generated/client.ts'

// The condition that a row has not expired: no `expiresAt`, or a later one than `now`. Prisma's words are for an `OR`.

export const unexpired = (now: Date) => [{ expiresAt: null }, { expiresAt: { gt: now } }]

export const unexpiredSql = (now: Date) => Prisma.sql`(expires_at IS NULL OR expires_at > ${now})`
