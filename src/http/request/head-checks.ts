import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'

/** Refuses requests without exactly one Host, and those that expect something else than `100-continue`. */
export const headChecks = fastifyPlugin(async (app: FastifyInstance) => {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', ({ raw: { rawHeaders, httpVersion, headers } }, _, done) => {
    const { expect } = headers
    const hosts = countHosts(rawHeaders)
    if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
      return done(new CatalogError('malformed', 'A request must have one Host header.'))
    if (expect === undefined || /^100-continue$/i.test(expect)) return done()
    const message = 'The only supported Expect header is 100-continue.'
    done(new CatalogError('expectation_failed', message, undefined, 'unsupported_expectation'))
  })
})

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count++
  }
  return count
}
