import { actorOf } from '../../accounts/tokens/service.ts'
import { hasAbility, type Session } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { listNotFound } from '../../errors.ts'
import { zipOf } from '../../files/zip.ts'
import { ownerOf } from '../../lists/ownership/service.ts'
import { findHidden, type HiddenList, type HiddenOwner, readHiddenFiles } from '../../moderation/reasons-service.ts'
import { isOwnerKey } from '../../secrets.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { documentOf, Page } from '../components/document.tsx'
import { uniqueTitle } from '../components/list-row.tsx'
import { Name } from '../components/shown-list.tsx'
import { listPath, type Site, siteOf } from '../components/site.ts'
import { Time } from '../components/time.tsx'
import { SecretField, Submit, SubmitButton } from '../form/field.tsx'
import { keyMissing } from '../form/input.ts'
import { fieldsOf } from '../form/state.ts'

// Pages for the owner of a list that moderators hid: whoever has its owner key, or its author. Keys and tokens are sent
// in the body. For anyone else, a hidden list returns the same 404 and form as one that never existed.

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

const NO_ERRORS = { values: {}, errors: {} }

interface HiddenPageData {
  site: Site
  list: HiddenList
  /** Whether the signed-in user is the author, who needs no key. */
  isOwn: boolean
}

/** The page of a hidden list for its owner: why it is hidden, and what its owner can still do. */
const HiddenPage = ({ site, list: { slug, name, hiddenAt, reason }, isOwn }: HiddenPageData) => (
  <Page
    site={site}
    title={`Hidden: ${uniqueTitle({ name, slug })}`}
    name={`Hidden: ${visibleName(name)}`}
    description="Hidden by moderators."
    path={null}
    isUnlisted
    script="owner.js"
  >
    <h1>
      <Name of={visibleName(name)} />
    </h1>
    <p>
      Hidden by moderators on <Time at={hiddenAt} />:
    </p>
    <p class="description">{harmless(reason)}</p>
    <p>Only you and the moderators can see it. You can download or delete it, but not change it.</p>
    <form class="key" method="post" action={`${listPath(site, slug)}/hidden/download`} encType="multipart/form-data">
      {!isOwn && (
        <SecretField
          form={NO_ERRORS}
          name="owner_key"
          label="Key for editing"
          hint="Enter it again to download or delete."
        />
      )}
      <p class="actions">
        <button type="submit">Download zip</button>
        <SubmitButton text="Delete for good" to={`${listPath(site, slug)}/delete`} class="danger" />
      </p>
    </form>
  </Page>
)

/** The form for the owner key, on the error page at the edit address of a missing list. It is sent to the same address. */
export const KeyForm = () => (
  <form class="key" method="post" encType="multipart/form-data">
    <SecretField
      form={NO_ERRORS}
      name="owner_key"
      label="Key for editing"
      hint="Did you upload this list? Your key shows whether moderators hid it, and why."
    />
    <Submit text="Check" />
  </form>
)
