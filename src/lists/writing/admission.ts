import type { Context } from '../../context.ts'
import { CatalogError } from '../../errors.ts'
import type { Lifetime } from '../expiry/lifetimes.ts'

/*
 * Limits on what anonymous clients can store, and on the size of the catalog.
 *
 * Problem: each upload is small, but one client can send many, and all share the disk.
 * Approach: each server counts the bytes that an address uploads in a day, anonymously or from an account in its first
 * day: those of new files, and an estimate of each list's share of the index of mods (index-share.ts). It measures the
 * size of all files and of the index every few seconds.
 * Guarantee: beyond a limit nothing is stored that takes space; reads and deletions still work. With N servers, an address can
 * store up to N times its limit.
 * Tests: test/lists/writing/admission.test.ts.
 */

export interface AdmissionSettings {
  anonymousUploads: boolean
  /** The longest lifetime of an anonymous list. */
  anonymousMaxLifetime: Lifetime
  /** Maximum bytes of new files and their share of the index per address and day; 0 means unlimited. */
  anonymousDailyBytes: number
  /** Size of all files and the index of mods in bytes from which no new file is stored; 0 means unlimited. */
  storageLimitBytes: number
}

/** Admits or refuses uploads. */
export interface Admission {
  settings: AdmissionSettings
  /**
   * Changes the number of new bytes of an anonymous client. Throws if more are added than the limit of the day allows
   * (429).
   */
  countBytes(address: string, change: number, now: Date): void
  /** Throws if the catalog is full (503). */
  requireSpace(now: Date): Promise<void>
}

/** A context with limits on uploads and on the size of the catalog; without `admission` there are none. */
export type AdmittingContext<Given extends Context = Context> = Given & { admission?: Admission }

/** Throws if the operator has switched off anonymous uploads (401). */
export function requireAnonymousUploads({ admission }: AdmittingContext): void {
  if (admission === undefined || admission.settings.anonymousUploads) return
  throw new CatalogError('unauthenticated', 'Uploads need an account here: sign in, or send an API token.')
}

/** Maximum number of addresses that are counted. If there are more, the oldest one is forgotten. */
const MAX_ADDRESSES = 10_000

/** Milliseconds for which a measured size is used. */
const MEASURED_MS = 5_000

export function createAdmission(settings: AdmissionSettings, storedBytes: () => Promise<number>): Admission {
  let day = ''
  const taken = new Map<string, number>()
  let measured: { at: number; bytes: number } | undefined

  return {
    settings,
    countBytes(address, change, now) {
      const { anonymousDailyBytes: most } = settings
      if (most === 0 || change === 0) return
      const today = now.toISOString().slice(0, 10)
      if (today !== day) taken.clear()
      day = today
      const sum = Math.max(0, (taken.get(address) ?? 0) + change)
      if (change > 0 && sum > most)
        throw new CatalogError('rate_limited', 'Your address has uploaded too much today. Try again tomorrow.')
      if (!taken.has(address) && taken.size >= MAX_ADDRESSES) taken.delete(taken.keys().next().value ?? '')
      taken.set(address, sum)
    },
    async requireSpace(now) {
      const { storageLimitBytes: most } = settings
      if (most === 0) return
      if (measured === undefined || now.getTime() - measured.at >= MEASURED_MS || now.getTime() < measured.at)
        measured = { at: now.getTime(), bytes: await storedBytes() }
      if (measured.bytes < most) return
      throw new CatalogError(
        'unavailable',
        'This catalog is full: it takes no new files. Lists can be read and deleted.',
      )
    },
  }
}
