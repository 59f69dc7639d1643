import { CatalogError } from '../../errors.ts'
import type { Lifetime } from '../expiry/lifetimes.ts'

/*
 * What strangers can fill is bounded.
 *
 * Problem: each upload is small, but one sender can send many, and the disk is shared. Approach: each server counts the new
 * content that an address uploads anonymously in a day (files that are stored already cost nothing), and knows every few
 * seconds how large all files are. Guarantee: beyond a bound nothing new is stored, and reads, deletions and the probes go on.
 * Behind N servers an address can store up to N times the bound. Tests: test/lists/writing/admission.test.ts.
 */

export interface AdmissionSettings {
  anonymousUploads: boolean
  /** The longest lifetime of an anonymous list. */
  anonymousMaxLifetime: Lifetime
  /** New content of one address and day, in bytes; 0 is unlimited. */
  anonymousDailyBytes: number
  /** Size of all files beyond which none are stored, in bytes; 0 is unlimited. */
  storageLimitBytes: number
}

/** Lets uploads in, or refuses them. */
export interface Admission {
  settings: AdmissionSettings
  /** Counts new content of an anonymous client, and refuses what is beyond the bound of the day (429). */
  takeBytes(address: string, bytes: number, now: Date): void
  /** Refuses new content when the catalog is full (503). */
  requireSpace(now: Date): Promise<void>
}

/** Maximum number of addresses that are counted. Beyond it, the one that was counted first is forgotten. */
const MAX_ADDRESSES = 10_000

/** How long the measured size is used, in milliseconds. */
const MEASURED_MS = 5_000

export function createAdmission(settings: AdmissionSettings, storedBytes: () => Promise<number>): Admission {
  let day = ''
  const taken = new Map<string, number>()
  let measured: { at: number; bytes: number } | undefined

  return {
    settings,
    takeBytes(address, bytes, now) {
      const { anonymousDailyBytes: most } = settings
      if (most === 0) return
      const today = now.toISOString().slice(0, 10)
      if (today !== day) taken.clear()
      day = today
      const sum = (taken.get(address) ?? 0) + bytes
      if (sum > most)
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
