import type { Context } from '../../context.ts'
import { CatalogError } from '../../errors.ts'
import type { Lifetime } from '../expiry/lifetimes.ts'

/*
 * Limits on what one client can store, and on the size of the catalog. Approach: each server counts what an address
 * uploads in a day, anonymously or from an account in its first day, and what an older account uploads: lists, and
 * bytes of new files with an estimate of their share of the index of mods. It measures the size of files and index
 * every few seconds. Guarantee: beyond a limit nothing is stored that takes space; reads and deletions work. With N
 * servers, a client can store N times its limit. Tests: test/lists/writing/admission.test.ts.
 */

export interface AdmissionSettings {
  anonymousUploads: boolean
  anonymousMaxLifetime: Lifetime
  /** Maximum bytes of new files and their share of the index per address and day; 0 means unlimited. */
  anonymousDailyBytes: number
  /** Maximum number of new lists per address and day; 0 means unlimited. */
  anonymousDailyLists: number
  /** Maximum bytes of new files and their share of the index per account and day; 0 means unlimited. */
  dailyBytes: number
  /** Size of all files and the index of mods in bytes from which no new file is stored; 0 means unlimited. */
  storageLimitBytes: number
}

export interface Amounts {
  bytes: number
  lists: number
}

const NOTHING: Amounts = { bytes: 0, lists: 0 }

/** Whose uploads are counted together: all from an address, or all of an account by its id. */
export type Client = { address: string } | { account: number }

type Admission = ReturnType<typeof createAdmission>

export type AdmittingContext<Given extends Context = Context> = Given & { admission?: Admission }

/** Throws if the operator has switched off anonymous uploads (401). */
export function requireAnonymousUploads({ admission }: AdmittingContext): void {
  if (admission === undefined || admission.settings.anonymousUploads) return
  throw new CatalogError('unauthenticated', 'Uploads need an account here: sign in, or send an API token.')
}

/** Maximum number of clients that are counted. If there are more, the oldest one is forgotten. */
const MAX_CLIENTS = 10_000

/** Milliseconds for which a measured size is used. */
const MEASURED_MS = 5_000

export function createAdmission(settings: AdmissionSettings, storedBytes: () => Promise<number>) {
  let day = ''
  const taken = new Map<string, Amounts>()
  let measured: { at: number; bytes: number } | undefined
  const refused = { anonymous_daily_bytes: 0, anonymous_daily_lists: 0, daily_bytes: 0, storage: 0 }

  function refuse(limit: keyof typeof refused, error: CatalogError): never {
    refused[limit] += 1
    throw error
  }

  const tooMuch = (whose: string) =>
    new CatalogError('rate_limited', `${whose} has uploaded too much today. Try again tomorrow.`)
  const tooMany = () =>
    new CatalogError('rate_limited', 'Your address has shared too many lists today. Try again tomorrow, or sign in.')

  function requireRoom(client: Client, change: Amounts, sum: Amounts) {
    const { anonymousDailyBytes, anonymousDailyLists, dailyBytes } = settings
    const exceeds = (what: keyof Amounts, most: number) => most > 0 && change[what] > 0 && sum[what] > most
    if ('account' in client) {
      if (exceeds('bytes', dailyBytes)) refuse('daily_bytes', tooMuch('Your account'))
    } else {
      if (exceeds('bytes', anonymousDailyBytes)) refuse('anonymous_daily_bytes', tooMuch('Your address'))
      if (exceeds('lists', anonymousDailyLists)) refuse('anonymous_daily_lists', tooMany())
    }
  }

  return {
    settings,
    /** Changes what a client has uploaded today. Throws if the sum grows beyond a limit of the day (429). */
    count(client: Client, change: Amounts, now: Date): void {
      if (change.bytes === 0 && change.lists === 0) return
      const today = now.toISOString().slice(0, 10)
      if (today !== day) taken.clear()
      day = today
      const key = JSON.stringify(client)
      const before = taken.get(key) ?? NOTHING
      const add = (what: keyof Amounts) => Math.max(0, before[what] + change[what])
      const sum = { bytes: add('bytes'), lists: add('lists') }
      requireRoom(client, change, sum)
      if (!taken.has(key) && taken.size >= MAX_CLIENTS) taken.delete(taken.keys().next().value ?? '')
      taken.set(key, sum)
    },
    /** Throws if the catalog is full (503). */
    async requireSpace(now: Date): Promise<void> {
      const { storageLimitBytes: most } = settings
      if (most === 0) return
      if (measured === undefined || now.getTime() - measured.at >= MEASURED_MS || now.getTime() < measured.at)
        measured = { at: now.getTime(), bytes: await storedBytes() }
      if (measured.bytes < most) return
      const message = 'This catalog is full: it takes no new files. Lists can be read and deleted.'
      refuse('storage', new CatalogError('unavailable', message))
    },
    refusals: (): Readonly<Record<string, number>> => refused,
  }
}
