import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { CatalogError } from '../../errors.ts'
import type { PoolCounts } from '../connections/pools.ts'
import { isUnavailable } from '../failures.ts'
import type { SnapshotReader } from '../snapshot.ts'
import type { Statements } from '../statements.ts'
import { type Position, positionOf, writeMark } from './position.ts'
import { openStandby, type Refusal, type Standby, type StandbyOptions, StandbyRefusedError } from './standby.ts'

/*
 * Heavy reads on standbys (REPLICA_URLS): streaming replicas of the primary, which lag a little behind it.
 *
 * Problem: a request must see everything that was committed before it arrived, but a standby may not have replayed it
 * yet.
 * Approach: the primary reports its log position along with the snapshot, in the query that all waiting requests share
 * (db/snapshot.ts). A connection to the standby waits until it has replayed that position; then the read runs in one
 * snapshot. Its result carries the primary's earlier snapshot, because a standby's snapshot names nothing on the
 * primary. If anything fails, the read runs on the primary instead. Every half second a check of each standby decides
 * whether reads are sent to it; a read that finds it late or gone stops that until the next check.
 * Guarantee: the same as without standbys (docs/promises.md).
 * Tests: test/faults/standbys/. Measured by `npm run bench -- replicas`. Reasons: docs/decisions/standby-reads.md.
 */
export interface Standbys {
  /**
   * Runs `work` on a standby and returns its result, with the primary's `snapshot`. Null if the primary must be read
   * instead.
   */
  read<T extends object>(work: (statements: Statements) => Promise<T | null>, customPlans: boolean): Promise<T | null>
  /** Returns the number of reads by server and reason. */
  figures(): StandbyFigures
  pools(): Record<string, PoolCounts>
  end(): Promise<void>
}

interface StandbyFigures {
  reads: { server: string; reason: string; count: number }[]
  /** Whether reads are sent to each standby, by name. */
  ready: Record<string, boolean>
}

/** Why the primary was read. */
type Reason =
  | Refusal
  /** No standby is ready. */
  | 'none'
  /** All connections to the standby are in use. */
  | 'busy'
  /** Something was not found. The primary must confirm that. */
  | 'not_found'
  /** Replaying the log cancelled the read or kept it from a lock. */
  | 'conflict'
  /** The standby or the primary did not answer. */
  | 'away'
  | 'error'

/** Reasons for which no read is sent to the standby until the next check. */
const FAULTS: readonly Reason[] = ['late', 'history', 'promoted', 'away']

/** Pause between two checks of a standby. */
const CHECK_MS = 500

interface StandbysOptions extends StandbyOptions {
  urls: readonly string[]
  /** Reads the primary's snapshot and position. */
  snapshots: SnapshotReader
  /** Connection settings of the primary, to write its mark. */
  primary: pg.ClientConfig
}

export function openStandbys({ urls, snapshots, primary, ...options }: StandbysOptions): Standbys {
  const standbys = urls.map((url) => openStandby(url, options))
  const counts = new Map<string, { server: string; reason: string; count: number }>()
  const ending = new AbortController()
  const { signal } = ending
  let turn = 0
  for (const standby of standbys) void watch(standby)

  async function watch(standby: Standby) {
    while (!signal.aborted) {
      await check(standby).catch(() => {})
      await delay(CHECK_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Checks a standby. If it lacks the primary's mark, the row may have an old one. */
  async function check(standby: Standby) {
    const { position } = await ask()
    try {
      await standby.check(position)
    } catch (error) {
      if (reasonOf(error) === 'history') await writeMark(primary)
    }
  }

  /** Returns the primary's snapshot and position, as of now or later. */
  function ask(): Promise<{ snapshot: string; position: Position }> {
    return new Promise((resolve, reject) => {
      snapshots.read((error, snapshot, columns) => {
        const position = error === null ? positionOf(columns) : undefined
        if (position === undefined) reject(error ?? new StandbyRefusedError('asynchronous'))
        else resolve({ snapshot, position })
      })
    })
  }

  /** Returns the next standby in turn that is ready. */
  function next(): Standby | undefined {
    turn++
    const ready = standbys.filter(({ isReady }) => isReady)
    return ready[turn % ready.length]
  }

  function count(server: string, reason: string) {
    const key = `${server} ${reason}`
    const counted = counts.get(key) ?? { server, reason, count: 0 }
    counted.count++
    counts.set(key, counted)
  }

  const toPrimary = (reason: Reason) => {
    count('primary', reason)
    return null
  }

  return {
    async read(work, customPlans) {
      const standby = next()
      if (standby === undefined) return toPrimary('none')
      try {
        const { snapshot, position } = await ask()
        const result = await standby.read(position, work, customPlans)
        if (result === null) return toPrimary('error') // unexpected: results in one snapshot always match
        count(standby.name, 'current')
        return 'snapshot' in result ? { ...result, snapshot } : result
      } catch (error) {
        const reason = reasonOf(error)
        if (FAULTS.includes(reason)) standby.isReady = false
        return toPrimary(reason)
      }
    },

    figures: () => ({
      reads: [...counts.values()],
      ready: Object.fromEntries(standbys.map(({ name, isReady }) => [name, isReady])),
    }),

    pools: () => Object.fromEntries(standbys.map(({ name, counts }) => [`standby ${name}`, counts()])),

    end: async () => {
      ending.abort()
      await Promise.all(standbys.map((standby) => standby.end()))
    },
  }
}

/** The message of node-postgres if no connection of a pool becomes free in time. */
const BUSY = /^timeout exceeded when trying to connect/

/** SQLSTATEs of a read that replaying the log has cancelled or kept from a lock. */
const CONFLICT = /^(40001|40P01|55P03)$/

function reasonOf(error: unknown): Reason {
  if (error instanceof StandbyRefusedError) return error.reason
  if (error instanceof CatalogError && error.kind === 'not_found') return 'not_found'
  if (error instanceof Error && BUSY.test(error.message)) return 'busy'
  if (error instanceof Error && 'code' in error && CONFLICT.test(String(error.code))) return 'conflict'
  return isUnavailable(error) ? 'away' : 'error'
}
