import type { FastifyContextConfig, FastifyRequest, onRequestHookHandler } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { type Ability, type Actor, type ListOwner, requireAbility, type Sender } from '../../actor.ts'
import { unauthenticated } from '../../errors.ts'
import { SAFE_METHODS } from './methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user who sent the request. Null if anonymous, and on reading routes that ignore tokens. */
    actor: Actor | null
    /** The owner of an anonymous list who sent the request. Null on routes without `ownerKey`. */
    owner: ListOwner | null
  }
  interface FastifyContextConfig {
    /** `required` refuses anonymous requests; `optional` checks the token of a read; `ignored` ignores it. */
    token?: 'optional' | 'required' | 'ignored'
    /** The ability that a token needs. `allow`, or `ownersOnly` for the list of the path, checks it in onRequest. */
    ability?: Ability
    /** Whether the route also accepts the owner key of an anonymous list instead of a token. */
    ownerKey?: boolean
  }
}

interface Authentication {
  actorOf(token: string): Promise<Actor | null>
  ownerOf(key: string): Promise<ListOwner | null>
}

/** Sets `request.actor` and `request.owner` before the body is read (docs/api.md#tokens). */
export const authentication = fastifyPlugin<Authentication>(async (app, { actorOf, ownerOf }) => {
  app.decorateRequest('actor', null)
  app.decorateRequest('owner', null)

  app.addHook('onRequest', (request, _reply, done) => {
    const { token } = request.routeOptions.config
    if (token === 'ignored' || (SAFE_METHODS.has(request.method) && token === undefined)) return done()
    authenticate(request).then(() => done(), done)
  })

  async function authenticate(request: FastifyRequest) {
    const { authorization } = request.headers
    const { token, ownerKey } = request.routeOptions.config
    if (authorization !== undefined) {
      const secret = bearerToken(authorization)
      if (ownerKey) request.owner = await ownerOf(secret)
      if (request.owner === null) request.actor = await actorOf(secret)
    }
    const isRefused = authorization !== undefined && !SAFE_METHODS.has(request.method)
    if (isRefused || token === 'required') requireSender(request)
  }
})

/** A hook that refuses tokens that lack the ability of the route. Anonymous requests pass. */
export const allow: onRequestHookHandler = async ({ actor, routeOptions }) => {
  if (actor !== null) requireAbility(actor, abilityOf(routeOptions.config))
}

/** Returns the ability that a route names. Throws if it names none. */
export function abilityOf({ ability }: FastifyContextConfig): Ability {
  if (ability === undefined) throw new Error('Unexpected: a route that checks an ability names none.')
  return ability
}

export function requireActor(actor: Actor | null): Actor {
  if (actor === null) throw unauthenticated()
  return actor
}

/** Returns the sender of the request. Null if anonymous, and on reading routes that ignore tokens. */
export const senderOf = ({ actor, owner }: FastifyRequest): Sender | null => owner ?? actor

export const requireSender = ({ actor, owner }: FastifyRequest): Sender => owner ?? requireActor(actor)

/** Returns the token of `Bearer TOKEN` or of a bare token. Keeps any other scheme, so that no token matches it. */
export const bearerToken = (header: string): string => header.trim().replace(/^bearer +/i, '')
