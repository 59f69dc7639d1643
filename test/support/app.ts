import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from '../../src/app.ts'
import type { CompareContext } from '../../src/compare/differ.ts'
import { watchAnswers } from './requests/openapi/conformance.ts'

/** Builds an application whose responses are all checked against the OpenAPI document; see `expectDescribed`. */
export async function buildTestApp(context: CompareContext, options: AppOptions): Promise<FastifyInstance> {
  const app = await buildApp(context, options)
  watchAnswers(app, JSON.stringify({ ...options, logger: undefined, urls: context.urls }))
  return app
}
