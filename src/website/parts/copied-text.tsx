/** A text with a button beside it that copies it. */
export const CopiedText = ({ id, text, button }: { id: string; text: string | undefined; button: string }) => (
  <p class="actions">
    <code id={id}>{text}</code>
    <button type="button" class="copy" data-copied={id}>
      {button}
    </button>
    <span class="outcome" role="status" />
  </p>
)
