import type supertest from 'supertest'
import { fillList } from './forms.ts'

/** The header that shows a secret: a token, or the key of an owner. */
export const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` })

/** Creates an anonymous list and gives its owner key. */
export async function keyOf(api: ReturnType<typeof supertest>, fields: Record<string, string> = {}): Promise<string> {
  return String((await fillList(api.post('/v1/lists'), fields).expect(201)).headers['owner-key'])
}
