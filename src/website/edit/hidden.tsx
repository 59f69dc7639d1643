import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { zipOf } from '../../files/zip.ts'
import { findHiddenByKey, type HiddenList, readHiddenFiles } from '../../moderation/statements/service.ts'
import { harmless, visibleName } from '../../text/harmless.ts'
import { timestamp } from '../../text/timestamp.ts'
import { SecretField } from '../form/field.tsx'
import { fieldsOf } from '../form/state.ts'
import { documentOf, Page } from '../parts/document.tsx'
import { Name } from '../parts/shown-list.tsx'
import { listPath, type Site, siteOf } from '../parts/site.ts'
import { Time } from '../parts/time.tsx'

// Pages for the owner of an anonymous list that moderators hid. The owner key is sent in the body of a form. Without the
// key, a hidden list returns the same 404 as a list that never existed, and both show the same form (KeyForm).

/** Returns the page that says why a list is hidden, if the form has the list's owner key; undefined otherwise. */
export async function hiddenPage(context: Context, slug: string, form: unknown): Promise<Buffer | undefined> {
  const { owner_key: key } = fieldsOf(form)
  const list = typeof key === 'string' ? await findHiddenByKey(context, slug, key.trim()) : null
  return list === null ? undefined : documentOf(<HiddenPage site={siteOf(context.urls)} list={list} />)
}

/** Returns the files of a hidden list as a zip. Throws a 404 unless `key` is its owner key. */
export async function hiddenZip(context: Context, slug: string, key: string): Promise<Buffer> {
  const list = await findHiddenByKey(context, slug, key)
  if (list === null) throw notFound('List')
  return zipOf(await readHiddenFiles(context, { listId: list.id }, slug))
}

const NO_ERRORS = { values: {}, errors: {} }

const HiddenPage = ({ site, list: { slug, name, hiddenAt, reason } }: { site: Site; list: HiddenList }) => (
  <Page
    site={site}
    title={`Hidden: ${visibleName(name)} (${slug})`}
    name={`Hidden: ${visibleName(name)}`}
    description="Hidden by moderators."
    path={null}
    isUnlisted
    script="upload.js"
  >
    <h1>
      <Name of={visibleName(name)} />
    </h1>
    <p>
      Hidden by moderators on <Time at={timestamp(hiddenAt)} />:
    </p>
    <p class="description">{harmless(reason)}</p>
    <p>Only you and the moderators can see it. You can download or delete it, but not change it.</p>
    <form class="key" method="post" action={`${listPath(site, slug)}/hidden/download`} encType="multipart/form-data">
      <SecretField form={NO_ERRORS} name="owner_key" label="Owner key" hint="Enter it again to download or delete." />
      <p class="actions">
        <button type="submit">Download zip</button>
        <button type="submit" formaction={`${listPath(site, slug)}/delete`}>
          Delete for good
        </button>
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
      label="Owner key"
      hint="Did you upload this list? Your key shows whether moderators hid it, and why."
    />
    <p class="actions">
      <button type="submit">Ask</button>
    </p>
  </form>
)
