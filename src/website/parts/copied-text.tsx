/** A text with a button that copies it. */
export const CopiedText = ({ id, text, button }: { id: string; text: string | undefined; button: string }) => (
  <>
    <p class="key">
      <code id={id}>{text}</code>
    </p>
    <p class="actions">
      <button type="button" class="copy" data-copied={id}>
        {button}
      </button>
      <span class="outcome" role="status" />
    </p>
  </>
)
