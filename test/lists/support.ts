import { eachOptionalText } from '../../src/lists/text-fields.ts'
import { START } from '../support/it.ts'

/** The values of a new list, for `insertList`. */
export const NEW_LIST = {
  ...{ name: 'My List', ...eachOptionalText(() => null), note: null, private: false },
  ...{ createdAt: START, updatedAt: START, expiresAt: null, gameId: 4, authorId: null, slugBase: 'my-list' },
}

interface ShownList {
  slug: string
  game: { name: string }
  links: { self: string }
  files: unknown
}

/** Returns the view of a list in the response to a write, given the single-list view. */
export function savedView({ files: _, ...list }: ShownList) {
  const url = `https://www.example.com/lists/${list.slug}`
  return { ...list, game: { name: list.game.name }, links: { url, self: list.links.self } }
}
