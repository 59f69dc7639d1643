import type { ComponentChildren } from 'preact'

export const Actions = ({ children }: { children: ComponentChildren }) => (
  <div class="actions">
    {children}
    <span class="outcome" role="status" />
  </div>
)

/** A button that unfolds further actions. Only one is open at a time. */
export const Menu = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <details class="menu" {...{ name: 'menu' }}>
    <summary class="button">{name}</summary>
    <div>{children}</div>
  </details>
)

export const CopyLink = () => (
  <button type="button" class="copy">
    Copy link
  </button>
)

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
