import { isDeepStrictEqual } from 'node:util'
import { actorOf } from '../../accounts/tokens/service.ts'
import type { Sender, Session } from '../../actor.ts'
import { findListToRead } from '../../compare/load-orders/service.ts'
import type { Context, RequestContext } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { readCountsByGame } from '../../games/queries.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { lifetimeBetween } from '../../lists/expiry/lifetimes.ts'
import { ownerOf, requireOwnList } from '../../lists/ownership/service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { eachOptionalText } from '../../lists/text-fields.ts'
import { listSummary, listTag } from '../../lists/view.ts'
import { patchList } from '../../lists/writing/patch.ts'
import { removeList, updateList } from '../../lists/writing/service.ts'
import { isOwnerKey } from '../../secrets.ts'
import { normalizeLineEnds } from '../../text/lines.ts'
import { documentOf } from '../components/document.tsx'
import { siteOf } from '../components/site.ts'
import { type EditForm, keyMissing } from '../form/input.ts'
import type { FormState } from '../form/state.ts'
import { EditPage } from './page.tsx'

/** Returns the edit page of a list (404), filled in with its values or with what was typed. */
export async function editPage(
  context: Context,
  limits: UploadLimits,
  slug: string,
  session: Session | null,
  typed?: FormState,
  isUnchanged = false,
): Promise<Buffer> {
  const { db, clock, urls } = context
  const [found, { games }] = await Promise.all([findListToRead(context, slug), readCountsByGame(db, clock())])
  const list = listSummary(found.row, urls)
  const values = typed?.values ?? valuesOf(list)
  // ETag of the version that the user edits. After a 412 the user has been warned, so it is the current version.
  const shown = typed?.values.if_match || listTag(found.row, context)
  const form = { values: { ...values, if_match: shown }, errors: typed?.errors ?? {} }
  const files = found.files.map(({ cleanName }) => cleanName)
  const isOwn = session !== null && found.row.authorId === session.actor.user.id
  const data = { site: siteOf(urls), list, files, form, games, limits, isOwn, isUnchanged }
  return documentOf(<EditPage {...data} />)
}

const valuesOf = (list: ListSummary) => ({
  name: list.name,
  ...eachOptionalText((field) => list[field] ?? ''),
  game: String(list.game.id),
  private: list.private ? 'on' : '',
  expires: lifetimeBetween(new Date(list.updated), list.expires === null ? null : new Date(list.expires)),
})

/**
 * Saves the edit form (412 if the list has changed meanwhile), and returns whether anything has changed. A new expiry
 * alone does not count. Files replace those of their names.
 */
export async function editList(
  context: RequestContext,
  limits: UploadLimits,
  slug: string,
  form: EditForm,
  session: Session | null,
): Promise<boolean> {
  const { owner_key: secret, if_match: shown, files, 'remove[]': remove, replace, with_personal: _, ...input } = form
  const sender = await senderBy(context, secret, session)
  await requireOwnList(context, sender, slug, 'update') // says why a hidden list can't be changed
  const { row } = await findListToRead(context, slug)
  const values = { ...input, description: sameLines(row.description, input.description) }
  if (replace && files === undefined) throw invalid({ files: ['Choose the files that replace all others.'] })
  const list =
    replace && files !== undefined
      ? await updateList(context, sender, slug, { ...values, files }, shown)
      : await patchList(context, sender, slug, { ...values, files, remove }, shown, limits)
  const [before, after] = [row, list].map((one) => valuesOf(listSummary(one, context.urls)))
  return list.revisionNumber !== row.revisionNumber || !isDeepStrictEqual(before, after)
}

/** Returns the typed text, or the stored text if the two differ only in line ends, which forms do not preserve. */
const sameLines = (stored: string | null, typed: string | null) =>
  stored !== null && normalizeLineEnds(stored) === typed ? stored : typed

/** Deletes a list. `secret` is its owner key or an API token of its author, who needs none if they are signed in. */
export async function deleteList(
  context: RequestContext,
  slug: string,
  secret: string | undefined,
  session: Session | null,
): Promise<void> {
  await removeList(context, await senderBy(context, secret, session), slug, undefined)
}

/** Returns who sends a form: the user of the session, or the holder of the key or token in the form. */
export async function senderBy(context: Context, secret: string | undefined, session: Session | null): Promise<Sender> {
  if (!secret && session !== null) return session.actor
  if (!secret) throw keyMissing()
  const sender = isOwnerKey(secret) ? await ownerOf(context, secret) : await actorOf(context, secret)
  if (sender === null) throw invalid({ owner_key: ['This is not the key for editing this list, nor an API token.'] })
  return sender
}
