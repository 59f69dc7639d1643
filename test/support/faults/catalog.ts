import { inject, onTestFinished } from 'vitest'
import { createUser } from '../../../src/accounts/service.ts'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import { ABILITIES } from '../../../src/actor.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { copyDatabase } from '../database/copy.ts'

/** Creates a database that servers can share, a context for calling services on it, and a user with a full token. */
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
