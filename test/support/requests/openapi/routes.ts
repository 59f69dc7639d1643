import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../../../../src/app.ts'
import type { CompareContext } from '../../../../src/compare/differ.ts'
import { options } from '../../it.ts'

export interface Route {
  method: string
  /** The pattern of the path: `/v1/lists/:slug`. */
  url: string
}

/**
 * Builds an application. Returns it with all of its routes and unsupported methods of its paths, and the routes as
 * they were registered.
 */
export async function appWithRoutes(
  context: CompareContext,
  varied: Partial<AppOptions> = {},
): Promise<{ app: FastifyInstance; routes: Route[]; registered: RouteOptions[] }> {
  const registered: RouteOptions[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void registered.push(route))
  }
  subscribe('fastify.initialization', watch)
  const app = await buildApp(context, { ...options, ...varied }).finally(() =>
    unsubscribe('fastify.initialization', watch),
  )
  onTestFinished(() => app.close())
  await app.ready()
  const routes = registered.flatMap(({ method, url }) => [method].flat().map((each) => ({ method: each, url })))
  return { app, routes: [...routes, ...withoutRoute(routes)], registered }
}

/** The methods of HTTP, and one of WebDAV for all that Node.js knows besides. */
const PATH_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

function withoutRoute(routes: readonly Route[]): Route[] {
  const known = new Set(routes.map(({ method, url }) => `${method} ${url}`))
  const paths = [...new Set(routes.map(({ url }) => url))].filter((url) => url !== '*')
  return paths.flatMap((url) =>
    PATH_METHODS.filter((method) => !known.has(`${method} ${url}`)).map((method) => ({ method, url })),
  )
}

/** Returns the path of a route with values for its parameters, including `*`. */
export const pathOf = ({ url }: Route, parameter: (name: string) => string): string =>
  url.replace(/:(\w+)|\*/g, (_, name?: string) => parameter(name ?? '*'))
