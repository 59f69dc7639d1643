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
 * Heavy reads on standbys (REPLICA_URLS): streaming replicas of the primary, which are a little behind it.
 *
 * A request must see everything that was committed before it came. So the primary is asked, by the question that all who
 * wait share (db/snapshot.ts), where its log stands; a connection of a standby has to see that it is there; and the
 * statements after that see it all, in one snapshot. What was read is labelled with the primary's snapshot from before:
 * a standby's own names nothing. Whatever goes wrong there sends the read to the primary, which costs it 20 ms at the
 * most; the standby is then left alone for a while, and looked at beside the requests until it would be read again.
 *
 * Promised: what is promised without standbys (docs/promises.md). Tests: test/faults/standbys/. Measured by `npm run bench
 * -- replicas`; why so: docs/decisions/standby-reads.md.
 */
export interface Standbys {
  /** What `work` gives on a standby, with the primary's `snapshot`; null if it has to be read from the primary. */
  read<T extends object>(work: (statements: Statements) => Promise<T | null>, planned: boolean): Promise<T | null>
  /** How many reads went where, and why. */
  figures(): StandbyFigures
  pools(): Record<string, PoolCounts>
  end(): Promise<void>
}

export interface StandbyFigures {
  reads: { server: string; reason: string; count: number }[]
  /** Whether each standby is read. */
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
  /** The primary did not tell its position. */
  | 'primary'
  /** What was asked for was not found: the primary has the last word on that. */
  | 'not_found'
  /** The replay of the log had to end the read, or kept it waiting for a lock. */
  | 'conflict'
  /** The standby is away, or was cut off. */
  | 'away'
  | 'error'

/** For how long a standby is left alone: doubled each time, unless it was read without fault for so long. */
const REST_MS = 100
const MAX_REST_MS = 5_000
const STEADY_MS = 10_000

interface StandbysOptions {
  urls: readonly string[]
  /** To each of them. */
  connections: number
  settings: pg.PoolConfig
  session: SessionSettings
  /** Of the primary. */
  snapshots: SnapshotReader
  /** How the primary is reached, to write its mark. */
  primary: pg.ClientConfig
}

/** A standby, and whether it is read. */
interface Member {
  standby: Standby
  isAside: boolean
  readSince: number
  rests: number
  timer?: NodeJS.Timeout
}

export function openStandbys({ urls, snapshots, primary, ...options }: StandbysOptions): Standbys {
  const counts = new Map<string, { server: string; reason: string; count: number }>()
  let turn = 0
  /** The primary's, as long as the connection lasts on which it was read. */
  let mark: { generation: number; text: string } | undefined
  let marking: Promise<void> | undefined
  let hasEnded = false

  const members = urls.map((url): Member => {
    const member: Member = {
      standby: openStandby(url, { ...options, onFailure: () => fail(member) }),
      isAside: true,
      readSince: 0,
      rests: 0,
    }
    return member
  })
  for (const member of members) rest(member, 0) // until it was found to be a standby

  function putAside(member: Member) {
    if (member.isAside) return
    member.isAside = true
    if (performance.now() - member.readSince > STEADY_MS) member.rests = 0
    rest(member, Math.min(MAX_REST_MS, REST_MS * 2 ** member.rests++))
  }

  /** It answers nothing: neither will what is under way there be answered. */
  function fail(member: Member) {
    member.standby.cutOff()
    putAside(member)
  }

  function rest(member: Member, ms: number) {
    if (hasEnded) return
    member.timer = setTimeout(() => {
      look(member).catch(() => rest(member, Math.min(MAX_REST_MS, REST_MS * 2 ** member.rests++)))
    }, ms).unref()
  }

  async function look(member: Member) {
    const { position } = await ask()
    if (typeof position === 'string') throw new Error('The primary tells no position.')
    await member.standby.probe(position)
    member.isAside = false
    member.readSince = performance.now()
  }

  /** Where the primary stands now or later, and the name of its snapshot. */
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
      .catch(() => {}) // it is tried again with the next question
      .finally(() => {
        marking = undefined
      })
  }

  /** The next one whose turn it is. */
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
        if (!isReady(member)) return toPrimary('none') // by now
        const { snapshot, position } = await ask()
        if (typeof position === 'string') return toPrimary(position)
        const result = await member.standby.read(position, work, planned)
        if (result === null) return toPrimary('error') // what is in one snapshot fits together
        count(member.standby.name, 'current')
        return 'snapshot' in result ? { ...result, snapshot } : result
      } catch (error) {
        const reason = reasonOf(error)
        if (reason === 'history') mark = undefined // it may have been written anew
        if (isFault(reason, error)) putAside(member)
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

const isReady = ({ isAside, standby }: Member): boolean => !isAside && !standby.isSilent

/** SQLSTATEs of a read that the replay of the log has ended, or kept from a lock. */
const CONFLICT = /^(40001|40P01|55P03)$/

function reasonOf(error: unknown): Reason {
  if (error instanceof NotCurrentError) return error.reason
  if (error instanceof CatalogError && error.kind === 'not_found') return 'not_found'
  if (error instanceof Error && 'code' in error && CONFLICT.test(String(error.code))) return 'conflict'
  return isUnavailable(error) ? 'away' : 'error'
}

/** Whether the standby is to be left alone for it. One that is only silent for a moment shows itself when it is ready. */
const isFault = (reason: Reason, error: unknown): boolean =>
  error instanceof NotCurrentError ? !error.isSilent : reason === 'away'
