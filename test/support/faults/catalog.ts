import { inject, onTestFinished } from 'vitest'
import { createUser, issueToken } from '../../../src/accounts/service.ts'
import { ABILITIES } from '../../../src/actor.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { copyDatabase } from '../database/copy.ts'

/** A database for servers to share, the same as its services have it, and a token of an author with all abilities. */
export async function catalogWithAuthor() {
  const { url, drop } = await copyDatabase(inject('template'))
  onTestFinished(drop)
  const db = openDatabase(url)
  onTestFinished(() => db.$disconnect())
  const context = { db, clock: () => new Date() }
  await createUser(context, { name: 'Ada', verified: false })
  const token = await issueToken(context, { user: 'Ada', abilities: ABILITIES, label: null, lifetime: null })
  return { url, context, token }
}
