import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Context, RequestContext } from '../../context.ts'
import type { Deadline } from '../../db/transaction.ts'
import { CatalogError } from '../../errors.ts'

/*
 * Deadlines: a response within five seconds, whatever state the database is in (docs/promises.md).
 *
 * Each statement has its own time limit, but a request runs several, and waits for connections and locks between. So
 * what a request waits for is raced with the rest of its time: if that is over first, the client gets 503. Only our
 * time counts: a client may take two minutes to send its upload. What was refused is not stored after all: the Deadline
 * tells the request's transaction, which rolls back, or has the request wait while its COMMIT is under way
 * (db/transaction.ts). A response whose head has been sent is never cut.
 *
 * Fastify's handlerTimeout (5.12) was tried in its place. It counts the time that an upload takes to arrive, drops its
 * timer once the body has been read, cuts responses that have begun, and can't wait for a COMMIT. Tests:
 * test/http/limits/unavailable.slow.test.ts; drilled by test/faults/database/away.slow.test.ts.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds of the deadline that are used up: those in which the request waited for us, not for its client. */
    elapsed: number
    /** The deadline of what the request waits for, or waited for last. */
    deadline: Deadline | undefined
  }
  interface FastifyContextConfig {
    /** The handler may compute for as long as it takes. It calls withDeadline for what it asks of the database. */
    noDeadline?: boolean
  }
}

/** Below the five seconds that are promised, so that a busy machine keeps the promise too. */
const DEADLINE_MS = 3_500

/** How much longer a COMMIT is waited for. */
const COMMIT_MS = 1_000

/** How often a request whose time is up looks whether its COMMIT has ended. */
const COMMIT_CHECK_MS = 50

/**
 * Puts a deadline on the handlers of all routes in its scope. Statements that still run then end by their own time
 * limit.
 */
export const deadlines = fastifyPlugin(async (app) => {
  app.decorateRequest('elapsed', 0)
  app.decorateRequest('deadline', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.elapsed = reply.elapsedTime // earlier hooks may have asked the database
    done()
  })
  app.addHook('onError', ({ deadline }, reply, _error, done) => {
    if (deadline?.hasPassed === true) dropAfterNextSend(reply)
    done() // sends the 503
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.noDeadline === true) return
    const { handler } = route
    route.handler = function (request, reply) {
      return withDeadline(request, reply, () => handler.call(this, request, reply))
    }
  })
})

/** Drops what the handler of a refused request, which still runs, does to its reply after the 503. */
function dropAfterNextSend(reply: FastifyReply) {
  const { send } = reply
  reply.send = (payload) => {
    reply.send = reply.code = () => reply
    return send.call(reply, payload)
  }
}

/** Waits for `work` until the request's deadline, then throws 503, unless the response has begun. */
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
        timer = setTimeout(refuse, COMMIT_CHECK_MS) // the COMMIT may fail, and be tried again
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

/** What writes for the request are given: they are rolled back when its deadline passes. */
export const requestContext = (context: Context, request: FastifyRequest): RequestContext => ({
  ...context,
  deadline: request.deadline,
})

const tooLate = () => new CatalogError('unavailable', 'The database takes too long to answer. Try again in a moment.')
