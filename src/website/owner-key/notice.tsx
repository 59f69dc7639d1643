interface KeyNoticeData {
  slug: string
  created: string
  /** Undefined leaves the place to a script, which shows the key of a list that it has just made. */
  ownerKey: string | undefined
}

/** The owner's key of a list, shown once: to who made it. */
export function KeyNotice({ slug, created, ownerKey }: KeyNoticeData) {
  const notice = (
    <aside class="owner-key card" data-slug={slug} data-created={created}>
      <p>
        <strong>Keep this key.</strong> Whoever has it can change and delete this list. It is shown this once.
      </p>
      <p class="key">
        <code id="owner-key">{ownerKey}</code>
      </p>
      <p class="actions">
        <button type="button" class="copy" data-copied="owner-key">
          Copy key
        </button>
        <span class="told" role="status" />
      </p>
    </aside>
  )
  return ownerKey === undefined ? <template id="key-notice">{notice}</template> : notice
}
