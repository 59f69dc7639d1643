import { actorOf } from '../../../accounts/tokens/service.ts'
import { hasAbility, type Session } from '../../../actor.ts'
import type { Context } from '../../../context.ts'
import { listNotFound } from '../../../errors.ts'
import { zipOf } from '../../../files/zip.ts'
import { ownerOf } from '../../../lists/ownership/service.ts'
import { findHidden, type HiddenOwner, readHiddenFiles } from '../../../moderation/reasons-service.ts'
import { isOwnerKey } from '../../../secrets.ts'
import { keyMissing } from '../../form/input.ts'
import { fieldsOf } from '../../form/state.ts'
import { documentOf } from '../../parts/document.tsx'
import { siteOf } from '../../parts/site.ts'
import { HiddenPage } from './page.tsx'

// Pages for the owner of a list that moderators hid: whoever has its owner key, or its author, signed in or by an API
// token. Keys and tokens are sent in the body of a form. For anyone else, a hidden list returns the same 404 as a list
// that never existed, and both show the same form (KeyForm).

/** Returns the page that says why a list is hidden, if the form or the session is its owner's; undefined otherwise. */
export async function hiddenPage(
  context: Context,
  slug: string,
  form: unknown,
  session: Session | null,
): Promise<Buffer | undefined> {
  const { owner_key: key } = fieldsOf(form)
  const secret = typeof key === 'string' ? key.trim() : ''
  const owner = await ownerBy(context, secret, session)
  const list = owner && (await findHidden(context, owner, slug))
  const data = { site: siteOf(context.urls), isOwn: secret === '' }
  return list === null ? undefined : documentOf(<HiddenPage {...data} list={list} />)
}

/** Returns the files of a hidden list as a zip. Throws a 404 unless the secret is its owner's (see ownerBy). */
export async function hiddenZip(
  context: Context,
  slug: string,
  secret: string | undefined,
  session: Session | null,
): Promise<Buffer> {
  if (!secret && session === null) throw keyMissing()
  const owner = await ownerBy(context, secret, session)
  if (owner === null) throw listNotFound()
  return zipOf(await readHiddenFiles(context, owner, slug))
}

/** Returns whose lists a secret shows: an owner key, or an API token that may read. Without one, the session counts. */
async function ownerBy(
  context: Context,
  secret: string | undefined,
  session: Session | null,
): Promise<HiddenOwner | null> {
  if (!secret) return session && { authorId: session.actor.user.id }
  if (isOwnerKey(secret)) {
    const owner = await ownerOf(context, secret)
    return owner?.list.id ? { listId: owner.list.id } : null
  }
  const actor = await actorOf(context, secret)
  return actor !== null && hasAbility(actor, 'read') ? { authorId: actor.user.id } : null
}
