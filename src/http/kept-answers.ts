import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Context } from '../context.ts'
import { type CacheFigures, createCache } from '../memory.ts'

/** A whole answer, ready to be sent again as long as the database is in the state that it was read from. */
export interface Answer {
  body: Buffer
  /** The media type; JSON without one. */
  type?: string
  /** A strong entity tag; without one it is made from the bytes. */
  tag?: string
  state: string
  /** From then on it is another one though nothing is written; null is never. */
  until: Date | null
}

/** Reads an answer anew. */
export type Make = () => Promise<Answer>

export interface KeptAnswer extends Answer {
  tag: string
  /** The pattern of the route that it is of. */
  route: string
  /** Makes the next one, for all who ask; null where those make it by themselves. */
  make: Make | null
  epoch: number
  from: Date
  gzip?: Promise<Buffer> | Buffer
}

export type Done = (fault: unknown, answer?: KeptAnswer) => void

export interface KeptAnswers {
  find(address: string): KeptAnswer | undefined
  /**
   * The answer of an address as of now or later. Whatever was committed before the request came is in it. Tells if it has
   * to be made anew, which can take long.
   */
  current(address: string, route: string, make: Make, done: Done, onRenewal?: () => void): void
  /** The answer in memory, if it is right as of now or later. */
  recall(address: string, done: (answer: KeptAnswer | undefined) => void): void
  /** Makes an answer for one who asks: nobody else waits for it, but it is kept. */
  make(address: string, route: string, make: Make): Promise<KeptAnswer>
  /** The same bytes in fewer, made once for each answer. */
  compressed(address: string, answer: KeptAnswer): Promise<Buffer>
  /** What is kept, and how many requests it has answered. */
  readonly figures: CacheFigures
}

/** No answer takes more than this part of the room from all others. */
const LARGEST_PART = 8

const compress = promisify(gzip)

/** Larger answers are compressed in the fastest way: the usual one takes up to eight times as long, for a fifth fewer bytes. */
const HASTY_BYTES = 2 ** 20

const levelFor = ({ length }: Buffer) =>
  length > HASTY_BYTES ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION

/** Answers by their addresses, in a bounded number of bytes. */
export function keepAnswers({ db, clock }: Pick<Context, 'db' | 'clock'>, maxBytes: number): KeptAnswers {
  const bytesOf = ({ body, gzip }: KeptAnswer) => body.length + (Buffer.isBuffer(gzip) ? gzip.length : 0)
  const answers = createCache<KeptAnswer>(maxBytes, bytesOf, maxBytes / LARGEST_PART)
  const makings = new Map<string, { began: number; answer: Promise<KeptAnswer> }>()
  let moment = 0

  function isRight({ state, epoch, from, until }: KeptAnswer, current: string): boolean {
    const now = clock()
    return state === current && epoch === db.state.epoch && from <= now && (until === null || now < until)
  }

  /** Makes an answer, or takes part in a making: in one that began before the request came only if it fits its state. */
  async function renew(address: string, route: string, make: Make, came: number, state: string): Promise<KeptAnswer> {
    const running = makings.get(address)
    if (running === undefined) return begin(address, route, make)
    if (running.began > came) return running.answer
    const answer = await running.answer.catch(() => null)
    return answer !== null && isRight(answer, state) ? answer : renew(address, route, make, came, state)
  }

  function begin(address: string, route: string, make: Make): Promise<KeptAnswer> {
    const began = ++moment
    const answer = fresh(address, route, make, make)
    makings.set(address, { began, answer })
    const end = () => void makings.delete(address)
    answer.then(end, end)
    return answer
  }

  async function fresh(address: string, route: string, make: Make, next: Make | null): Promise<KeptAnswer> {
    const { epoch } = db.state
    const from = clock()
    const read = await make()
    const tag = read.tag ?? `"${hash('sha256', read.body, 'base64url').slice(0, 22)}"`
    const made: KeptAnswer = { ...read, tag, route, make: next, epoch, from }
    const before = answers.peek(address)
    if (before?.tag === tag && before.gzip !== undefined) made.gzip = before.gzip
    answers.set(address, made)
    return made
  }

  /** The answer in memory as of a question of the state that begins now, or undefined, with the state. */
  function recall(address: string, done: (answer: KeptAnswer | undefined, state: string) => void) {
    db.state.read((fault, state) => {
      const answer = answers.get(address)
      const found = answer !== undefined && fault === null && isRight(answer, state) ? answer : undefined
      if (found !== undefined) answers.hits++
      done(found, state)
    })
  }

  return {
    figures: answers,
    find: (address) => answers.get(address),

    current(address, route, make, done, onRenewal) {
      const came = ++moment
      const doneAnew = (answer: KeptAnswer) => {
        answers.misses++
        done(null, answer)
      }
      if (!answers.has(address) && !makings.has(address)) return void begin(address, route, make).then(doneAnew, done)
      recall(address, (answer, state) => {
        if (answer !== undefined) return done(null, answer)
        onRenewal?.()
        renew(address, route, make, came, state).then(doneAnew, done)
      })
    },

    recall(address, done) {
      if (answers.has(address)) recall(address, done)
      else done(undefined)
    },

    make(address, route, make) {
      answers.misses++
      return fresh(address, route, make, null)
    },

    async compressed(address, answer) {
      answer.gzip ??= compress(answer.body, { level: levelFor(answer.body) })
      const bytes = await answer.gzip
      answer.gzip = bytes
      if (answers.peek(address) === answer) answers.set(address, answer) // it has grown
      return bytes
    },
  }
}
