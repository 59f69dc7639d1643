import type { FastifySchema } from 'fastify'

declare module 'fastify' {
  interface FastifySchema {
    /** What the responses of a route mean, by status: its successes, and the errors that not every route has. */
    responseDescriptions?: ResponseDescriptions
    /** The request headers that a route looks at, and why. */
    requestHeaders?: Readonly<Record<string, string>>
    /** The headers of its successes. */
    responseHeaders?: Readonly<Record<string, string>>
  }
}

export type ResponseDescriptions = Readonly<Record<number, string>>

export const TAGS = {
  Lists: 'Mod lists with their files.',
  Files: 'The files of a list, one by one or all at once.',
  Games: 'The games that lists are made for.',
  Compare: 'Two lists, and how they differ.',
  User: 'The user of a token.',
  Service: 'About the service itself.',
} as const

/**
 * The texts of a route in the OpenAPI document, beside its schemas. `security` is for a route whose handler checks the
 * token.
 */
export interface Operation
  extends Pick<FastifySchema, 'requestHeaders' | 'responseHeaders' | 'consumes' | 'produces' | 'security'> {
  operationId: string
  tags: [keyof typeof TAGS]
  summary: string
  description: string
  responseDescriptions: ResponseDescriptions
}
