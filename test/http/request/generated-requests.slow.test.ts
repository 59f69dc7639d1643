import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { report } from '../../support/faults/traffic.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { faultOf, generatedRequest } from '../../support/requests/openapi/generated-requests.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'

const AT_ONCE = 20
const RUNS = 1000

describe('20,000 generated requests over all routes', () => {
  it('never cause a server error, and every response of the API is JSON', async ({ api, catalog, db, signIn }) => {
    const token = await signIn('Author')
    await fillList(api.post('/v1/lists').set('Authorization', token)).expect(201)
    const { app, routes } = await appWithRoutes(catalog)
    let tried = 0
    const began = performance.now()

    const requests = fc.array(generatedRequest(routes, [token]), { minLength: AT_ONCE, maxLength: AT_ONCE })
    const outcome = await fc.check(
      fc.asyncProperty(requests, async (some) => {
        tried += some.length
        const faults = await Promise.all(some.map((request) => faultOf(app, request)))
        expect(faults.filter((fault) => fault !== undefined)).toEqual([])
      }),
      { numRuns: RUNS, seed: 20261120 },
    )
    report('generated requests', {
      tried,
      wrong: outcome.failed ? 1 : 0,
      'lists stored': await db.list.count(),
      seconds: Math.round((performance.now() - began) / 1000),
    })
    expect(outcome.failed, fc.defaultReportMessage(outcome) ?? '').toBe(false)
    expect(tried).toBe(AT_ONCE * RUNS)
  })
})
