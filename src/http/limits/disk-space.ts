import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'
import { isRead, SAFE_METHODS } from '../request/methods.ts'

/** Refuses writes while the disk is nearly full or read-only. Reads still work then. */
export const diskSpaceGuard = fastifyPlugin<{ diskProblem: () => Promise<string | undefined> }>(
  async (app, { diskProblem }) => {
    app.addHook('onRequest', async (request) => {
      const isHarmless = SAFE_METHODS.has(request.method) || isRead(request)
      const problem = isHarmless ? undefined : await diskProblem()
      if (problem === undefined) return
      throw new CatalogError('unavailable', `The server's disk is ${problem}; writes are disabled, reads still work.`)
    })
  },
)
