import { harmless, visibleName, withoutDirections } from '../../text/harmless.ts'

interface Texts {
  name: string
  version: string | null
  description?: string | null
}

/** Returns a list with harmless texts. Older versions stored lists with invisible or text-reversing characters. */
export const shownList = <List extends Texts>(list: List): List => ({
  ...list,
  name: visibleName(list.name),
  version: list.version && visibleName(list.version),
  ...(list.description && { description: harmless(list.description) }),
})

/** A name within other text. Its writing direction does not affect the text around it. */
export const Name = ({ of: text }: { of: string }) => <bdi>{withoutDirections(text)}</bdi>

export const NameLink = ({ to, name }: { to: string; name: string }) => (
  <a href={to}>
    <Name of={name} />
  </a>
)
