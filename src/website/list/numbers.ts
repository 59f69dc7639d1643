import type { ListSummary } from '../../lists/schemas.ts'
import type { Listing, StateCounts } from '../../load-order/reading/listing.ts'
import { counted } from '../../text/amounts.ts'
import { shortened } from '../parts/shortened.ts'

/** Returns a list's numbers in words: "812 mods on, 96 off, 540 plugins, by Ann, for Skyrim". */
function numbersOf({ author, game }: ListSummary, { mods, plugins, files }: Listing): string {
  const parts = [
    mods && onAndOff(mods.counts, 'mod'),
    plugins && counted(sumOf(plugins.counts), 'plugin'),
    mods === null && plugins === null ? counted(files.length, 'file') : null,
    author && `by ${author.name}`,
    `for ${game.name}`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

const onAndOff = ({ on, off }: StateCounts, noun: string) => `${counted(on, noun)} on, ${off} off`
const sumOf = ({ on, off, other }: StateCounts) => on + off + other

/** Share of a preview that the list's own words may take, in bytes. The numbers still fit after them. */
const OWN_WORDS_BYTES = 200

/**
 * Returns the description that chats show under a list's link: its own words, its numbers, and the time left, if it
 * expires.
 */
export function summaryOf(list: ListSummary, listing: Listing, timeLeft: string | null): string {
  const numbers = `${numbersOf(list, listing)}${timeLeft === null ? '' : `, expires in ${timeLeft}`}`
  if (list.description === null) return numbers
  return `${shortened(list.description, OWN_WORDS_BYTES).replace(/(?<![.\s])[.\s]+$/, '')}. ${numbers}`
}
