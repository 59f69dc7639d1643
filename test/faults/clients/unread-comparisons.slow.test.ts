import { describe, it } from 'vitest'
import { expectBounded } from '../../support/faults/unread.ts'

/**
 * Maximum memory in MiB of the server with its worker that reads for the index and two that compare, which take 290 of it.
 * Memory that they share counts for each. 524 to 791 were measured.
 */
const BOUND = 900

describe('clients that request large comparisons and do not read them', () => {
  const attacks: [what: string, path: (client: number) => string][] = [
    ['a comparison', (client) => `/v1/compare/one/two?${client}`],
    ['a patch', (client) => `/v1/compare/one/two.patch?${client}`],
    ['the page of a comparison', (client) => `/compare/one/two?${client}`],
  ]
  for (const [what, path] of attacks) {
    it(`use bounded memory while others are served: ${what}`, () =>
      expectBounded(what, { clients: 20, path, bound: BOUND }))
  }
})
