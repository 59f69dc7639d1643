import type pg from 'pg'
import { CatalogError } from '../../errors.ts'
import type { PoolCounts } from '../connections/pools.ts'
import type { SessionSettings } from '../connections/session.ts'
import { isUnavailable } from '../failures.ts'
import type { SnapshotReader } from '../snapshot.ts'
import type { Statements } from '../statements.ts'
import { type Position, positionOf, writeMark } from './position.ts'
import { NotCurrentError, openStandby, type Refusal, type Standby } from './standby.ts'

/*
 * Heavy reads on standbys (REPLICA_URLS): streaming replicas of the primary, which lag a little behind it.
 *
 * Problem: a request must see everything that was committed before it arrived, but a standby may not have replayed it
 * yet.
 * Approach: the primary reports its log position along with the snapshot, in the query that all waiting requests share
 * (db/snapshot.ts). A connection to the standby waits until it has replayed that position; then the read runs in one
 * snapshot. Its result carries the primary's earlier snapshot, because a standby's snapshot names nothing on the
 * primary. If anything fails, the read runs on the primary instead, after at most 20 ms. The standby is then suspended,
 * and probed until it works.
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

export interface StandbyFigures {
  reads: { server: string; reason: string; count: number }[]
  /** Whether each standby is in use, by name. */
  ready: Record<string, boolean>
}

/** Why the primary was read. */
type Reason =
  | Refusal
  /** The primary commits asynchronously. */
  | 'asynchronous'
  /** No standby is ready. */
  | 'none'
  /** All connections to the standby are in use. */
  | 'busy'
  /** The primary did not report its position. */
  | 'primary'
  /** Something was not found. The primary must confirm that. */
  | 'not_found'
  /** Replaying the log cancelled the read or kept it from a lock. */
  | 'conflict'
  /** The standby is unavailable or was disconnected. */
  | 'away'
  | 'error'

/** How long a standby is suspended before it is probed. */
const REST_MS = 500

interface StandbysOptions {
  urls: readonly string[]
  /** Maximum number of connections to each standby. */
  connections: number
  settings: pg.PoolConfig
  session: SessionSettings
  /** Reads the primary's snapshot and position. */
  snapshots: SnapshotReader
  /** Connection settings of the primary, to write its mark. */
  primary: pg.ClientConfig
}

/** A standby and its state. */
interface Member {
  standby: Standby
  isSuspended: boolean
  timer?: NodeJS.Timeout
}

export function openStandbys({ urls, snapshots, primary, ...options }: StandbysOptions): Standbys {
  const counts = new Map<string, { server: string; reason: string; count: number }>()
  let turn = 0
  let hasEnded = false

  const members = urls.map((url): Member => {
    const member: Member = {
      standby: openStandby(url, { ...options, onFailure: () => fail(member) }),
      isSuspended: true,
    }
    return member
  })
  for (const member of members) rest(member, 0) // suspended until a probe finds that it works

  function suspend(member: Member) {
    if (member.isSuspended) return
    member.isSuspended = true
    rest(member)
  }

  /** Handles a standby that does not answer: its running reads would not be answered either. */
  function fail(member: Member) {
    member.standby.cutOff()
    suspend(member)
  }

  function rest(member: Member, ms = REST_MS) {
    if (hasEnded) return
    member.timer = setTimeout(() => void probe(member).catch(() => rest(member)), ms).unref()
  }

  /** Uses a suspended standby again if it works. If it lacks the primary's mark, the row may have an old one. */
  async function probe(member: Member) {
    const { position } = await ask()
    if (typeof position === 'string') throw new Error('The primary reports no position.')
    try {
      await member.standby.probe(position)
      member.isSuspended = false
    } catch (error) {
      if (reasonOf(error) === 'history') await writeMark(primary)
      throw error
    }
  }

  /** Returns the primary's snapshot and position, as of now or later. */
  function ask(): Promise<{ snapshot: string; position: Position | 'asynchronous' | 'primary' }> {
    return new Promise((resolve) => {
      snapshots.read((error, snapshot, columns) =>
        resolve({ snapshot, position: error === null ? (positionOf(columns) ?? 'asynchronous') : 'primary' }),
      )
    })
  }

  /** Returns the next standby in turn that is ready. */
  function next(): Member | undefined {
    for (let tried = 0; tried < members.length; tried++) {
      const member = members[turn++ % members.length]
      if (member !== undefined && isReady(member)) return member
    }
    return undefined
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
      const member = next()
      if (member === undefined) return toPrimary('none')
      const release = await member.standby.acquire().catch(() => null)
      if (release === null) return toPrimary('busy')
      try {
        if (!isReady(member)) return toPrimary('none') // the standby was suspended while this read waited
        const { snapshot, position } = await ask()
        if (typeof position === 'string') return toPrimary(position)
        const result = await member.standby.read(position, work, customPlans)
        if (result === null) return toPrimary('error') // unexpected: results in one snapshot always match
        count(member.standby.name, 'current')
        return 'snapshot' in result ? { ...result, snapshot } : result
      } catch (error) {
        const reason = reasonOf(error)
        if (isFault(reason, error)) suspend(member)
        return toPrimary(reason)
      } finally {
        release()
      }
    },

    figures: () => ({
      reads: [...counts.values()],
      ready: Object.fromEntries(members.map((member) => [member.standby.name, isReady(member)])),
    }),

    pools: () => Object.fromEntries(members.map(({ standby }) => [`standby ${standby.name}`, standby.counts()])),

    end: async () => {
      hasEnded = true
      for (const { timer } of members) clearTimeout(timer)
      await Promise.all(members.map(({ standby }) => standby.end()))
    },
  }
}

const isReady = ({ isSuspended, standby }: Member): boolean => !isSuspended && !standby.isSilent

/** SQLSTATEs of a read that replaying the log has cancelled or kept from a lock. */
const CONFLICT = /^(40001|40P01|55P03)$/

function reasonOf(error: unknown): Reason {
  if (error instanceof NotCurrentError) return error.reason
  if (error instanceof CatalogError && error.kind === 'not_found') return 'not_found'
  if (error instanceof Error && 'code' in error && CONFLICT.test(String(error.code))) return 'conflict'
  return isUnavailable(error) ? 'away' : 'error'
}

/** Reports whether an error suspends the standby. One whose answer is only late is ready again once it answers. */
const isFault = (reason: Reason, error: unknown): boolean =>
  error instanceof NotCurrentError ? !error.isSilent : reason === 'away'
