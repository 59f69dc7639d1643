import type { HiddenList } from '../../../moderation/reasons-service.ts'
import { harmless, visibleName } from '../../../text/harmless.ts'
import { SecretField, Submit, SubmitButton } from '../../form/field.tsx'
import { Page } from '../../parts/document.tsx'
import { uniqueTitle } from '../../parts/list-title.ts'
import { Name } from '../../parts/shown-list.tsx'
import { listPath, type Site } from '../../parts/site.ts'
import { Time } from '../../parts/time.tsx'

const NO_ERRORS = { values: {}, errors: {} }

interface HiddenPageData {
  site: Site
  list: HiddenList
  /** Whether the signed-in user is the author, who needs no key. */
  isOwn: boolean
}

/** The page of a hidden list for its owner: why it is hidden, and what its owner can still do. */
export const HiddenPage = ({ site, list: { slug, name, hiddenAt, reason }, isOwn }: HiddenPageData) => (
  <Page
    site={site}
    title={`Hidden: ${uniqueTitle({ name, slug })}`}
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
