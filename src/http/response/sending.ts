import fastifyPlugin from 'fastify-plugin'
import { isLarge, type OutgoingMemory } from './outgoing-memory.ts'

/** Sends large answers of all routes at the pace of their clients, and counts them: see outgoing-memory.ts. */
export const sendingLarge = fastifyPlugin<{ outgoing: OutgoingMemory }>(async (app, { outgoing }) => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string'
    if (request.method === 'HEAD' || !(isText || Buffer.isBuffer(payload))) return done(null, payload)
    if (!isLarge(payload.length)) return done(null, payload)
    const body = isText ? Buffer.from(payload) : payload
    reply.header('content-length', body.length)
    done(null, outgoing.streamTo(reply.raw, body))
  })
})
