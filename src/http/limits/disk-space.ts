import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'
import { isRead, SAFE_METHODS } from '../request/methods.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * A write that works while the disk is full, because it frees space (deletes, revokes), protects (hides, suspends) or
     * lets its sender do so (signs in or out).
     */
    worksOnFullDisk?: boolean
  }
}

export interface DiskSpace {
  /** Returns why the disk can't store anything: `full`, `read-only` or `unavailable`; undefined if it can. */
  diskProblem?: (() => Promise<string | undefined>) | undefined
}

/** Refuses writes while the disk is nearly full or read-only. Reads still work then. */
export const diskSpaceGuard = fastifyPlugin<DiskSpace>(async (app, { diskProblem }) => {
  if (diskProblem === undefined) return
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || isRead(request)) return
    const problem = await diskProblem()
    if (problem === undefined) return
    if (problem === 'full' && request.routeOptions.config.worksOnFullDisk) return
    const works = problem === 'full' ? 'reads and deletions' : 'reads'
    throw new CatalogError('unavailable', `The server's disk is ${problem}; writes are disabled, ${works} still work.`)
  })
})
