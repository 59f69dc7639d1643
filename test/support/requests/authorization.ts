import type supertest from 'supertest'
import { createUser } from '../../../src/accounts/service.ts'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import { ABILITIES, type Ability } from '../../../src/actor.ts'
import type { Context } from '../../../src/context.ts'
import { fillList } from './forms.ts'

/** Returns the Authorization header with a token or an owner key. */
export const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` })

/** Creates an anonymous list, and returns its owner key. */
export async function keyOf(api: ReturnType<typeof supertest>, fields: Record<string, string> = {}): Promise<string> {
  return String((await fillList(api.post('/v1/lists'), fields).expect(201)).headers['owner-key'])
}

export interface TokenOptions {
  verified?: boolean
  abilities?: readonly Ability[]
}

/** Creates a user, and returns a token of theirs with these abilities or with all. */
export async function userToken(
  context: Pick<Context, 'db' | 'clock'>,
  user: string,
  { verified = false, abilities = ABILITIES }: TokenOptions = {},
): Promise<string> {
  await createUser(context, { name: user, verified })
  return issueToken(context, { user, abilities, label: null, lifetime: null })
}
