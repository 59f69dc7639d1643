import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { type Ability, type Actor, requireAbility } from '../../actor.ts'
import { CatalogError } from '../../errors.ts'
import { withDeadline } from '../limits/deadline.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request; null if anonymous, and on reading routes that do not look at tokens. */
    actor: Actor | null
  }
  interface FastifyContextConfig {
    /**
     * `required` refuses anonymous requests; `optional` has a reading route look at the token, which it ignores
     * otherwise.
     */
    token?: 'optional' | 'required'
  }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface Authentication {
  /** The actor of a token; null if it is unknown, expired or revoked. */
  actorOf(token: string): Promise<Actor | null>
}

/** Sets `request.actor` before anything of the body is read (CONTRACT.md, Errors and authentication). */
export const authentication = fastifyPlugin<Authentication>(async (app, { actorOf }) => {
  app.decorateRequest('actor', null)

  app.addHook('onRequest', (request, reply, done) => {
    const { token } = request.routeOptions.config
    if (READS.has(request.method) && token === undefined) return done()
    authenticate(request, reply).then(() => done(), done)
  })

  async function authenticate(request: FastifyRequest, reply: FastifyReply) {
    const { authorization } = request.headers
    if (authorization !== undefined) {
      request.actor = await withDeadline(request, reply, () => actorOf(bearerToken(authorization)))
    }
    const isRefused = authorization !== undefined && !READS.has(request.method)
    if (isRefused || request.routeOptions.config.token === 'required') requireActor(request.actor)
  }
})

/** Refuses tokens that lack the ability. Anonymous requests pass. */
export function allow(ability: Ability): onRequestHookHandler {
  return async ({ actor }) => {
    if (actor !== null) requireAbility(actor, ability)
  }
}

/** The actor of a route that only a valid token reaches. */
export function requireActor(actor: Actor | null): Actor {
  if (actor === null) throw unauthenticated()
  return actor
}

const unauthenticated = () =>
  new CatalogError('unauthenticated', 'Unauthenticated: check the API token in the Authorization header.')

/** The token of `Bearer TOKEN` or of the bare token. Another scheme stays in it, so that no such token is found. */
export const bearerToken = (header: string): string => header.trim().replace(/^bearer +/i, '')
