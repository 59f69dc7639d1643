/** Lifetimes in hours; null means that the list never expires. */
const LIFETIMES = { '3h': 3, '24h': 24, '3d': 3 * 24, '1w': 7 * 24, perm: null } as const

export type Lifetime = keyof typeof LIFETIMES

export const LIFETIME_NAMES = Object.keys(LIFETIMES) as [Lifetime, ...Lifetime[]]

/**
 * Returns when a list expires; null means never. By default an anonymous list expires after a day, and others never.
 */
export function expiryDate(
  lifetime: Lifetime | undefined,
  isAnonymous: boolean,
  now: Date,
  anonymousMax: Lifetime = 'perm',
): Date | null {
  const requested = lifetime ?? (isAnonymous ? '24h' : 'perm')
  const isTooLong = LIFETIME_NAMES.indexOf(requested) > LIFETIME_NAMES.indexOf(anonymousMax)
  const hours = LIFETIMES[isAnonymous && isTooLong ? anonymousMax : requested]
  return hours === null ? null : new Date(now.getTime() + hours * 3_600_000)
}

/** Returns the shortest lifetime that lasts from `from` until `to` or longer. */
export function lifetimeBetween(from: Date, to: Date | null): Lifetime {
  if (to === null) return 'perm'
  return LIFETIME_NAMES.find((name) => (expiryDate(name, false, from) ?? to) >= to) ?? 'perm'
}
