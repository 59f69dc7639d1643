import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../../../src/app.ts'
import type { Context } from '../../../src/context.ts'
import { options } from '../it.ts'

export interface Route {
  method: string
  /** Its pattern: `/v1/lists/:slug`. */
  url: string
}

/** An application of the test's own, and all of its routes as it was given them, those that answer 405 included. */
export async function appWithRoutes(
  context: Context,
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
  return { app, routes }
}

/** The path of a route with each parameter in place; `*` is one too. */
export const pathOf = ({ url }: Route, parameter: (name: string) => string): string =>
  url.replace(/:(\w+)|\*/g, (_, name?: string) => parameter(name ?? '*'))
