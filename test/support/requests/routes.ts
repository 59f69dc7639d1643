import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { METHODS } from 'node:http'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { options } from '../it.ts'

export interface Route {
  method: string
  /** Its pattern: `/v1/lists/:slug`. */
  url: string
}

/** An application of the test's own, with each method of each of its paths: the routes that it was given, and what is 405. */
export async function appWithRoutes(
  context: CompareContext,
  varied: Partial<AppOptions> = {},
): Promise<{ app: FastifyInstance; routes: Route[] }> {
  const given: RouteOptions[] = []
  const note = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void given.push(route))
  }
  subscribe('fastify.initialization', note)
  const app = await buildApp(context, { ...options, ...varied }).finally(() =>
    unsubscribe('fastify.initialization', note),
  )
  onTestFinished(() => app.close())
  await app.ready()
  const routes = given.flatMap(({ method, url }) => [method].flat().map((each) => ({ method: each, url })))
  return { app, routes: [...routes, ...withoutRoute(routes)] }
}

/** CONNECT names no path. */
const PATH_METHODS = METHODS.filter((method) => method !== 'CONNECT')

function withoutRoute(routes: readonly Route[]): Route[] {
  const known = new Set(routes.map(({ method, url }) => `${method} ${url}`))
  const paths = [...new Set(routes.map(({ url }) => url))].filter((url) => url !== '*')
  return paths.flatMap((url) =>
    PATH_METHODS.filter((method) => !known.has(`${method} ${url}`)).map((method) => ({ method, url })),
  )
}

/** The path of a route with each parameter in place; `*` is one too. */
export const pathOf = ({ url }: Route, parameter: (name: string) => string): string =>
  url.replace(/:(\w+)|\*/g, (_, name?: string) => parameter(name ?? '*'))
