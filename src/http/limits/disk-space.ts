import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes while the disk is nearly full or read-only, so that reads can go on. */
export const sparingDisk = fastifyPlugin<{ diskFault: () => Promise<string | undefined> }>(
  async (app, { diskFault }) => {
    app.addHook('onRequest', async ({ method }) => {
      const fault = READS.has(method) ? undefined : await diskFault()
      if (fault === undefined) return
      throw new CatalogError(
        'unavailable',
        `The disk of the server is ${fault}: nothing can be stored now. Reads go on.`,
      )
    })
  },
)
