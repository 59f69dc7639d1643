import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { type Ability, type Actor, type ListOwner, requireAbility, type Sender } from '../../actor.ts'
import { unauthenticated } from '../../errors.ts'
import { withDeadline } from '../limits/deadline.ts'
import { SAFE_METHODS } from './methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request; null if anonymous, and on reading routes that do not look at tokens. */
    actor: Actor | null
    /** Who sent the request with an owner's key; null on all routes but those with `ownerKey`. */
    owner: ListOwner | null
  }
  interface FastifyContextConfig {
    /**
     * `required` refuses anonymous requests; `optional` has a reading route look at the token, which it ignores
     * otherwise.
     */
    token?: 'optional' | 'required'
    /** Has the route take the key of an anonymous list in place of a token, too. */
    ownerKey?: boolean
  }
}

export interface Authentication {
  /** The actor of a token; null if it is unknown, expired or revoked. */
  actorOf(token: string): Promise<Actor | null>
  /** The owner whose key it is; null if it is none, or one of a list that is gone or was claimed. */
  ownerOf(key: string): Promise<ListOwner | null>
}

/** Sets `request.actor` and `request.owner` before any of the body is read (docs/api.md#tokens). */
export const authentication = fastifyPlugin<Authentication>(async (app, { actorOf, ownerOf }) => {
  app.decorateRequest('actor', null)
  app.decorateRequest('owner', null)

  app.addHook('onRequest', (request, reply, done) => {
    const { token } = request.routeOptions.config
    if (SAFE_METHODS.has(request.method) && token === undefined) return done()
    authenticate(request, reply).then(() => done(), done)
  })

  async function authenticate(request: FastifyRequest, reply: FastifyReply) {
    const { authorization } = request.headers
    const { token, ownerKey } = request.routeOptions.config
    if (authorization !== undefined) {
      const secret = bearerToken(authorization)
      await withDeadline(request, reply, async () => {
        if (ownerKey) request.owner = await ownerOf(secret)
        if (request.owner === null) request.actor = await actorOf(secret)
      })
    }
    const isRefused = authorization !== undefined && !SAFE_METHODS.has(request.method)
    if (isRefused || token === 'required') requireSender(request)
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

/** Who sent the request, if it says so; null on reading routes that do not look. */
export const senderOf = ({ actor, owner }: FastifyRequest): Sender | null => owner ?? actor

/** The same of a route that nobody else reaches: by a token or, on a route with `ownerKey`, by an owner's key. */
export const requireSender = ({ actor, owner }: FastifyRequest): Sender => owner ?? requireActor(actor)

/** The token of `Bearer TOKEN` or of the bare token. Another scheme stays in it, so that no such token is found. */
export const bearerToken = (header: string): string => header.trim().replace(/^bearer +/i, '')
