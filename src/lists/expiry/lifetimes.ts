/** How long a list lives, in hours; `perm` is for ever (docs/api.md#creating-and-replacing-a-list). */
const LIFETIMES = { '3h': 3, '24h': 24, '3d': 3 * 24, '1w': 7 * 24, perm: null } as const

export type Lifetime = keyof typeof LIFETIMES

export const LIFETIME_NAMES = Object.keys(LIFETIMES) as [Lifetime, ...Lifetime[]]

/** When a list saved at `now` expires; null is never. Without a choice: a day for anonymous lists, never for those of users. */
export function expiryDate(lifetime: Lifetime | undefined, isAnonymous: boolean, now: Date): Date | null {
  const hours = LIFETIMES[lifetime ?? (isAnonymous ? '24h' : 'perm')]
  return hours === null ? null : new Date(now.getTime() + hours * 3_600_000)
}

/** The choice by which a list lives from one moment to another: the shortest that is long enough. */
export function lifetimeBetween(from: Date, to: Date | null): Lifetime {
  if (to === null) return 'perm'
  return LIFETIME_NAMES.find((name) => (expiryDate(name, false, from) ?? to) >= to) ?? 'perm'
}
