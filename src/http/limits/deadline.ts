import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Context, RequestContext } from '../../context.ts'
import type { Deadline } from '../../db/transaction.ts'
import { CatalogError } from '../../errors.ts'
import { addressKey } from './client-key.ts'

/*
 * Deadlines.
 *
 * Problem: each statement has a time limit, but a request runs several, and also waits for connections and locks.
 * Approach: the work of a route's handler and error handler races a timer; if the timer wins, the client gets 503. The
 * time that a client takes to send its upload does not count. Fastify's handlerTimeout (5.12) counts it, drops its timer
 * once the body has been read, cuts responses that have begun, and can't wait for a COMMIT.
 * Guarantee: a response within five seconds in any state of the database (docs/promises.md). A refused write is not
 * stored: its transaction checks the Deadline and rolls back. If its COMMIT is running, the request waits for that
 * (db/transaction.ts). A response whose head has been sent is never cut.
 * Tests: test/http/limits/unavailable.slow.test.ts, test/faults/database/away.slow.test.ts.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of the deadline used so far. Time spent waiting for the client does not count. */
    elapsed: number
    /** The deadline of the request's current work, or of its last. */
    deadline: Deadline | undefined
  }
  interface FastifyContextConfig {
    /** Exempts the handler from the deadline, for long computations. It calls withDeadline for its database work. */
    noDeadline?: boolean
  }
}

/** Below the promised five seconds, so that a busy machine keeps the promise too. */
const DEADLINE_MS = 3_500

/** How long a request waits for a running COMMIT after its deadline. */
const COMMIT_MS = 1_000

/** How often a request past its deadline checks whether its COMMIT has ended. */
const COMMIT_CHECK_MS = 50

/**
 * Sets a deadline for the handlers of all routes in its scope, and for their error handlers, which have the time that
 * is left. Statements still running then end by their own limit.
 */
export const deadlines = fastifyPlugin(async (app) => {
  app.decorateRequest('elapsed', 0)
  app.decorateRequest('deadline', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.elapsed = reply.elapsedTime // earlier hooks may have queried the database
    done()
  })
  app.addHook('onError', ({ deadline }, reply, _error, done) => {
    if (deadline?.hasPassed === true) dropAfterNextSend(reply)
    done() // sends the 503
  })
  app.addHook('onRoute', (route) => {
    const { handler, errorHandler } = route
    if (errorHandler !== undefined) {
      route.errorHandler = async function (thrown, request, reply) {
        try {
          return await withDeadline(request, reply, () => errorHandler.call(this, thrown, request, reply))
        } catch (error) {
          if (request.deadline?.hasPassed === true) dropAfterNextSend(reply)
          throw error
        }
      }
    }
    if (route.config?.noDeadline === true) return
    route.handler = function (request, reply) {
      return withDeadline(request, reply, () => handler.call(this, request, reply))
    }
  })
})

/**
 * Lets the reply send the 503, then ignores what the handler, which is still running, does to it. An error that is sent
 * is not the response yet: an error handler has passed it on to the next one.
 */
function dropAfterNextSend(reply: FastifyReply) {
  const { send } = reply
  reply.send = (payload) => {
    if (payload instanceof Error) return send.call(reply, payload)
    reply.send = reply.code = () => reply
    return send.call(reply, payload)
  }
}

/** Waits for `work` until the request's deadline. Then throws 503, unless the response has begun. */
export async function withDeadline<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => T,
): Promise<Awaited<T>> {
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  const left = DEADLINE_MS - request.elapsed
  const deadline = { hasPassed: false, isCommitting: false, commitEnds: began + left + COMMIT_MS }
  request.deadline = deadline
  const passed = new Promise<never>((_, reject) => {
    const refuse = () => {
      if (reply.raw.headersSent) return
      if (deadline.isCommitting) {
        timer = setTimeout(refuse, COMMIT_CHECK_MS) // the COMMIT may fail and be retried
        return
      }
      deadline.hasPassed = true
      reject(tooLate())
    }
    timer = setTimeout(refuse, left)
  })
  try {
    return await Promise.race([work(), passed])
  } finally {
    clearTimeout(timer)
    request.elapsed += performance.now() - began
  }
}

/** Returns the context for writes of the request, which are rolled back when its deadline passes. */
export const requestContext = (context: Context, request: FastifyRequest): RequestContext => ({
  ...context,
  deadline: request.deadline,
  address: addressKey(request.ip),
})

const tooLate = () => new CatalogError('unavailable', 'The database takes too long to answer. Try again in a moment.')
