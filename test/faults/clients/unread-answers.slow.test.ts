import { describe, it } from 'vitest'
import { expectBounded, type Unread } from '../../support/faults/unread.ts'

/** Maximum memory of the server in MiB, with its worker that reads for the index: 409 to 581 were measured. */
const BOUND = 700

const TEN = Array.from({ length: 10 }, () => 'One of ten')
const oneOfTen = (client: number) => `/v1/lists/one-of-ten${client % 10 === 0 ? '' : `-${(client % 10) + 1}`}`

describe('clients that request large lists and do not read them', () => {
  const attacks: [what: string, Omit<Unread, 'bound'>][] = [
    ['a list', { clients: 30, path: (client) => `/v1/lists/one?${client}` }],
    ['its zip', { clients: 30, path: (client) => `/v1/lists/one/download?${client}` }],
    ['ten lists at once', { clients: 30, more: TEN, path: oneOfTen, isAtOnce: true }],
  ]
  for (const [what, attack] of attacks) {
    it(`use bounded memory while others are served: ${what}`, () => expectBounded(what, { ...attack, bound: BOUND }))
  }
})
