import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { faultOf, generatedRequest } from '../../support/requests/openapi/generated-requests.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'

/** Number of requests. The fault test of requests sends 20,000. */
const RUNS = 1000

describe('random requests to all routes', () => {
  it('never cause a 500, and errors are always JSON', async ({ api, catalog, signIn }) => {
    const token = await signIn('Author')
    await fillList(api.post('/v1/lists').set('Authorization', token)).expect(201)
    const { app, routes } = await appWithRoutes(catalog)

    await fc.assert(
      fc.asyncProperty(generatedRequest(routes, [token]), async (request) => {
        expect(await faultOf(app, request)).toBeUndefined()
      }),
      { numRuns: RUNS, seed: 1 },
    )
    expect({}).not.toHaveProperty('x')
    await api.get('/v1/games').expect(200)
  })
})
