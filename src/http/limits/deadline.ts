import type { IncomingMessage } from 'node:http'
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

/** Milliseconds that requests have waited before they came to a route, where they have. */
export const waitedBefore = new WeakMap<IncomingMessage, number>()

/** How often a request that is late is looked after while the database decides. */
const COMMIT_MS = 50

/** Bounds the handlers of the routes in its scope. What they have begun ends by the limits of the database. */
export const answeringInTime = fastifyPlugin(async (app) => {
  app.decorateRequest('waited', 0)
  app.addHook('onRequest', (request, _, done) => {
    request.waited = waitedBefore.get(request.raw) ?? 0
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

/**
 * Passes on what is told first; undefined if that takes as long as a request may wait. Nothing is waited for before
 * `hurry`: most requests are told at once, and a timer for each would cost more than to look their answer up.
 */
export function toldInTime<T>(done: (result: T | undefined) => void) {
  const began = performance.now()
  let isDone = false
  let timer: NodeJS.Timeout | undefined
  const tell = (result: T | undefined) => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    done(result)
  }
  const hurry = () => {
    timer = setTimeout(tell, ANSWER_MS - (performance.now() - began), undefined)
  }
  return { tell, hurry }
}

const tooLate = () => new CatalogError('unavailable', 'The database takes too long to answer. Try again in a moment.')
