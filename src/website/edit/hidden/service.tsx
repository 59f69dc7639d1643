import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { zipOf } from '../../../files/zip.ts'
import { findHiddenByKey, readHiddenFiles } from '../../../moderation/statements/service.ts'
import { fieldsOf } from '../../form/state.ts'
import { documentOf } from '../../parts/document.tsx'
import { siteOf } from '../../parts/site.ts'
import { HiddenPage } from './page.tsx'

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
