import type pg from 'pg'
import { CatalogError } from '../../errors.ts'
import type { PoolCounts } from '../connections/pools.ts'
import type { SessionSettings } from '../connections/session.ts'
import { isUnavailable } from '../failures.ts'
import type { SnapshotReader } from '../snapshot.ts'
import type { Statements } from '../statements.ts'
import { MARK, type NoPosition, type Position, positionOf, writeMark } from './position.ts'
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
  read<T extends object>(work: (statements: Statements) => Promise<T | null>, planned: boolean): Promise<T | null>
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
  | NoPosition
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

/** How long a standby is suspended: doubled each time, and reset after STEADY_MS without a fault. */
const REST_MS = 100
const MAX_REST_MS = 5_000
const STEADY_MS = 10_000

interface StandbysOptions {
  urls: readonly string[]
  /** Maximum number of connections to each standby. */
  connections: number
  settings: pg.PoolConfig
  session: SessionSettings
  /** Reads the primary's snapshot and position. */
  snapshots: SnapshotReader
  /** Connection settings of the primary, to write its history mark. */
  primary: pg.ClientConfig
}

/** A standby and its state. */
interface Member {
  standby: Standby
  isSuspended: boolean
  readSince: number
  rests: number
  timer?: NodeJS.Timeout
}

export function openStandbys({ urls, snapshots, primary, ...options }: StandbysOptions): Standbys {
  const counts = new Map<string, { server: string; reason: string; count: number }>()
  let turn = 0
  /** The primary's history mark, valid while the connection lasts on which it was read. */
  let mark: { generation: number; text: string } | undefined
  let marking: Promise<void> | undefined
  let hasEnded = false

  const members = urls.map((url): Member => {
    const member: Member = {
      standby: openStandby(url, { ...options, onFailure: () => fail(member) }),
      isSuspended: true,
      readSince: 0,
      rests: 0,
    }
    return member
  })
  for (const member of members) rest(member, 0) // suspended until a probe finds that it works

  function suspend(member: Member) {
    if (member.isSuspended) return
    member.isSuspended = true
    if (performance.now() - member.readSince > STEADY_MS) member.rests = 0
    rest(member, Math.min(MAX_REST_MS, REST_MS * 2 ** member.rests++))
  }

  /** Handles a standby that does not answer: its running reads would not be answered either. */
  function fail(member: Member) {
    member.standby.cutOff()
    suspend(member)
  }

  function rest(member: Member, ms: number) {
    if (hasEnded) return
    member.timer = setTimeout(() => {
      look(member).catch(() => rest(member, Math.min(MAX_REST_MS, REST_MS * 2 ** member.rests++)))
    }, ms).unref()
  }

  async function look(member: Member) {
    const { position } = await ask()
    if (typeof position === 'string') throw new Error('The primary reports no position.')
    await member.standby.probe(position)
    member.isSuspended = false
    member.readSince = performance.now()
  }

  /** Returns the primary's snapshot and position, as of now or later. */
  function ask(): Promise<{ snapshot: string; position: Position | NoPosition | 'primary' }> {
    return new Promise((resolve) => {
      snapshots.read((error, snapshot, columns) => {
        const known = mark?.generation === snapshots.generation ? mark.text : undefined
        const position = error === null ? positionOf(columns, known) : 'primary'
        if (position === 'unmarked') findMark()
        resolve({ snapshot, position })
      })
    })
  }

  async function readMark() {
    const { generation } = snapshots
    const text = (await snapshots.query(MARK))[0]?.mark
    if (typeof text === 'string' && snapshots.generation === generation) mark = { generation, text }
    return mark
  }

  function findMark() {
    marking ??= readMark()
      .then(async (found) => {
        if (found?.generation === snapshots.generation) return
        await writeMark(primary)
        await readMark()
      })
      .catch(() => {}) // the next snapshot query tries again
      .finally(() => {
        marking = undefined
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
    async read(work, planned) {
      const member = next()
      if (member === undefined) return toPrimary('none')
      const release = await member.standby.acquire().catch(() => null)
      if (release === null) return toPrimary('busy')
      try {
        if (!isReady(member)) return toPrimary('none') // the standby was suspended while this read waited
        const { snapshot, position } = await ask()
        if (typeof position === 'string') return toPrimary(position)
        const result = await member.standby.read(position, work, planned)
        if (result === null) return toPrimary('error') // unexpected: results in one snapshot always match
        count(member.standby.name, 'current')
        return 'snapshot' in result ? { ...result, snapshot } : result
      } catch (error) {
        const reason = reasonOf(error)
        if (reason === 'history') mark = undefined // the mark may have been replaced
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
      await Promise.all([marking, ...members.map(({ standby }) => standby.end())])
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
