import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { faultOf, generatedRequest } from '../../support/requests/generated-requests.ts'
import { appWithRoutes } from '../../support/requests/routes.ts'

/** The drill sends 20,000 of them. */
const RUNS = 1000

describe('whatever is sent, to whatever route', () => {
  it('is never a fault of ours, and always answered in JSON', async ({ api, catalog, signIn }) => {
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
