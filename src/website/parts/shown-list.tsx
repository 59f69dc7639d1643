import { harmless, visibleName } from '../../text/harmless.ts'

/** The texts of a list that its author wrote. */
interface Texts {
  name: string
  version: string | null
  description: string | null
}

/** Returns a list as pages show it. Lists stored before such texts were refused may hold invisible or turning characters. */
export const shownList = <List extends Texts>(list: List): List => ({
  ...list,
  name: visibleName(list.name),
  version: list.version && visibleName(list.version),
  description: list.description && harmless(list.description),
})

/** A name in a text of ours. Its direction of writing does not change that of the text around it. */
export const Name = ({ of: text }: { of: string }) => <bdi>{text}</bdi>
