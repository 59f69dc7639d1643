import type { Db } from '../../db/client.ts'

/** Returns how each user signs in, by user id: the number of passkeys, and the issuers of connected providers. */
export async function countWaysIn(db: Db): Promise<Map<number, { passkeys: number; issuers: string[] }>> {
  const [passkeys, identities] = await Promise.all([
    db.passkey.groupBy({ by: ['userId'], _count: true }),
    db.identity.findMany({ select: { userId: true, issuer: true }, orderBy: { id: 'asc' } }),
  ])
  const ways = new Map<number, { passkeys: number; issuers: string[] }>()
  const waysOf = (userId: number) => {
    const known = ways.get(userId) ?? { passkeys: 0, issuers: [] }
    ways.set(userId, known)
    return known
  }
  for (const { userId, _count } of passkeys) waysOf(userId).passkeys = _count
  for (const { userId, issuer } of identities) waysOf(userId).issuers.push(issuer)
  return ways
}
