import type { Db } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'

export const insertIdentity = (db: Db, identity: Omit<Prisma.IdentityUncheckedCreateInput, 'lastUsedAt'>) =>
  db.identity.create({ data: { ...identity, lastUsedAt: identity.createdAt } })

export const findIdentity = (db: Db, issuer: string, subject: string) =>
  db.identity.findUnique({ where: { issuer_subject: { issuer, subject } } })

export const useIdentity = (db: Db, id: number, now: Date) =>
  db.identity.updateMany({ where: { id }, data: { lastUsedAt: now } })

export const listIdentities = (db: Db, userId: number) =>
  db.identity.findMany({ where: { userId }, orderBy: { id: 'asc' } })

export const deleteIdentity = (db: Db, userId: number, id: number) => db.identity.deleteMany({ where: { userId, id } })
