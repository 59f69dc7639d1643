import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../errors.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes while the disk is nearly full, so that reads can go on. */
export const sparingDisk = fastifyPlugin<{ hasRoom: () => Promise<boolean> }>(async (app, { hasRoom }) => {
  app.addHook('onRequest', async ({ method }) => {
    if (READS.has(method) || (await hasRoom())) return
    throw new CatalogError('unavailable', 'The disk of the server is full: nothing can be stored now. Reads go on.')
  })
})
