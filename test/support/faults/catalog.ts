import { contextOf, ownDatabase } from '../database/own.ts'
import { userToken } from '../requests/authorization.ts'

/** Creates a database that servers can share, a context for calling services on it, and a user with a full token. */
export async function catalogWithAuthor() {
  const url = await ownDatabase()
  const context = contextOf(url)
  return { url, context, token: await userToken(context, 'Ada') }
}
