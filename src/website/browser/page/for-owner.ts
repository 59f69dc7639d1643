import { keptKey } from '../owner-key.ts'

/**
 * Shows what only the owner of a list can use: if `reader` is the list's author, or this browser keeps its owner key.
 */
export function showForOwner(reader: string | null): void {
  for (const part of document.querySelectorAll<HTMLElement>('.for-owner, .save')) {
    const { slug = '', created = '', author } = part.dataset
    part.hidden = author === undefined ? keptKey({ slug, created }) === null : author !== reader
  }
}
