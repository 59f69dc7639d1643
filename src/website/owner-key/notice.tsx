import type { ListSummary } from '../../lists/schemas.ts'
import { CopiedText } from '../components/actions.tsx'
import { compareWithPath, type Site } from '../components/site.ts'

interface SharedNoticeData {
  site: Site
  list: ListSummary
  /** The key, if the server shows it. Otherwise a script shows the notice in the browser that just created the list. */
  ownerKey: string | undefined
}

/** Shows the person who just created a list its link and the owner key, which is shown only once. */
export function SharedNotice({ site, list: { slug, created, author, game }, ownerKey }: SharedNoticeData) {
  const notice = (
    <aside class="owner-key card" aria-label="Your shared list" data-slug={slug} data-created={created}>
      <p>
        <strong>Your list is shared</strong>
      </p>
      <CopiedText id="list-link" text={`${site.url}/lists/${slug}`} button="Copy link" />
      <p>
        <a class="button" href={compareWithPath(site, slug, game.name)}>
          Compare it now
        </a>
      </p>
      {author === null && (
        // Without a script, the browser does not keep the key.
        <details open={ownerKey !== undefined}>
          <summary>
            Key for editing<span hidden>: this browser keeps it</span>
          </summary>
          <p>
            Anyone with this key can change and delete the list. It is shown only once. Save it elsewhere to edit from
            another device.
          </p>
          <CopiedText id="owner-key" text={ownerKey} button="Copy key" />
        </details>
      )}
    </aside>
  )
  return ownerKey === undefined ? <template id="key-notice">{notice}</template> : notice
}
