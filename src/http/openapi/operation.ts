import type { FastifySchema } from 'fastify'

declare module 'fastify' {
  interface FastifySchema {
    /** The meaning of a route's responses, by status: its successes, and the errors that not every route has. */
    responseDescriptions?: ResponseDescriptions
    /** The request headers that a route reads, and their meaning. */
    requestHeaders?: Readonly<Record<string, string>>
    /** The headers of a route's successful responses, and their meaning. */
    responseHeaders?: Readonly<Record<string, string>>
  }
}

type ResponseDescriptions = Readonly<Record<number, string>>

export const TAGS = {
  Lists: 'Mod lists with their files.',
  Files: 'The files of a list, one by one or all at once.',
  Games: 'The games that lists are made for.',
  Compare: 'Differences between two lists.',
  User: 'The user that a token belongs to.',
  Moderation: 'Reports of lists, and actions of moderators.',
  Service: 'The service itself.',
} as const

/** The texts of a route in the OpenAPI document. `security` is set if the route's handler checks the token. */
export interface Operation
  extends Pick<FastifySchema, 'requestHeaders' | 'responseHeaders' | 'consumes' | 'produces' | 'security'> {
  operationId: string
  tags: [keyof typeof TAGS]
  summary: string
  description: string
  responseDescriptions: ResponseDescriptions
}

/** Returns the texts of operations, each named by its key, under a tag unless they have another. */
export function operations<Name extends string, Text extends Omit<Operation, 'operationId' | 'tags'>>(
  tag: keyof typeof TAGS,
  texts: Record<Name, Text>,
) {
  const named = Object.entries<Text>(texts).map(([operationId, text]) => [
    operationId,
    { operationId, tags: [tag], ...text },
  ])
  return Object.fromEntries(named) as Record<Name, Text & Operation>
}

/** Response header of a write that ignores unknown fields. */
export const IGNORED_FIELDS = {
  'Ignored-Fields': 'Names of fields of the request that are unknown, percent-encoded, separated by commas.',
}

/** Returns the texts of a view with an ETag. `thing` is what it shows, such as `list` or `files`. */
export function taggedView(thing: string, descriptions: ResponseDescriptions = {}) {
  const [unchanged, are, have] = thing.endsWith('s') ? ['Unchanged', 'are', 'have'] : ['An unchanged', 'is', 'has']
  return {
    requestHeaders: {
      'If-None-Match': `The \`ETag\` of an earlier view. ${unchanged} ${thing} ${are} not sent again (304).`,
    },
    responseHeaders: { ETag: `The version of the ${thing}.` },
    responseDescriptions: { 200: `The ${thing}.`, 304: `The ${thing} ${have} not changed.`, ...descriptions },
  } satisfies Partial<Operation>
}
