import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { type Outcome, outcomes } from '../../db/outcome.ts'
import { CatalogError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds that the request has waited for us: how long its client took to send it is not in them. */
    waited: number
  }
  interface FastifyContextConfig {
    /** The handler computes for as long as it takes; what it asks the database has limits of its own. */
    unhurried?: boolean
  }
}

/**
 * However many statements a request waits for, and whatever holds them up: after this long the answer is 503. Five
 * seconds are promised, on a busy machine too.
 */
const ANSWER_MS = 3_500

/** How often a request that is late is looked after while the database decides. */
const COMMIT_MS = 50

/** Bounds the handlers of the routes in its scope. What they have begun ends by the limits of the database. */
export const answeringInTime = fastifyPlugin(async (app) => {
  app.decorateRequest('waited', 0)
  app.addHook('onRequest', (request, reply, done) => {
    request.waited = reply.elapsedTime // the hooks before may have asked the database
    done()
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.unhurried === true) return
    const { handler } = route
    route.handler = function (request, reply) {
      return inTime(request, reply, () => handler.call(this, request, reply))
    }
  })
})

/** Waits for `work` for as long as the request may still wait. An answer that has begun is never cut. */
export async function inTime<T>(request: FastifyRequest, reply: FastifyReply, work: () => T): Promise<Awaited<T>> {
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  const outcome: Outcome = { isGivenUp: false, isCommitting: false }
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => {
      if (reply.raw.headersSent) return
      if (outcome.isCommitting) {
        timer = setTimeout(giveUp, COMMIT_MS) // it may fail, and be tried again
        return
      }
      outcome.isGivenUp = true
      reject(tooLate())
    }
    timer = setTimeout(giveUp, ANSWER_MS - request.waited)
  })
  try {
    return await Promise.race([outcomes.run(outcome, work), late])
  } finally {
    clearTimeout(timer)
    request.waited += performance.now() - began
  }
}

const tooLate = () => new CatalogError('unavailable', 'The database takes too long to answer. Try again in a moment.')
