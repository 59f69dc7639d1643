import type { ComponentChildren } from 'preact'

/** What a chip is about, which decides its colour. Its sign and words say the same. */
export type Tone = 'came' | 'went' | 'switched' | 'moved' | 'other'

export const Badge = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
)

export interface Chip {
  tone: Tone
  text: string
  /** Address of the page that shows only these entries, or of the page without this filter if it is chosen. */
  to: string
  isChosen: boolean
}

/** Numbers of the kinds of entries in the table below. Each is a link that shows only its kind. */
export const Chips = ({ label, chips }: { label: string; chips: readonly Chip[] }) => (
  <nav class="chips" aria-label={label}>
    {chips.map(({ tone, text, to, isChosen }) => (
      <a key={text} class={`badge ${tone}`} href={to} aria-current={isChosen ? 'true' : undefined}>
        {text}
        <span class="unseen">{isChosen ? ', show all' : ', show only these'}</span>
      </a>
    ))}
  </nav>
)
