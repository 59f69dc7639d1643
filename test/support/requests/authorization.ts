import type supertest from 'supertest'
import { fillList } from './forms.ts'

/** Returns the Authorization header with a token or an owner key. */
export const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` })

/** Creates an anonymous list, and returns its owner key. */
export async function keyOf(api: ReturnType<typeof supertest>, fields: Record<string, string> = {}): Promise<string> {
  return String((await fillList(api.post('/v1/lists'), fields).expect(201)).headers['owner-key'])
}
