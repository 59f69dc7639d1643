import { entryTitle } from '../../load-order/rendering/changelog.ts'

interface SideChoiceData {
  /** The revision in addresses of comparisons: `slug@n`. */
  version: string
  entry: { revision: number; version: string | null }
  /** Place of the revision in the history, from 0 for the newest. */
  at: number
}

/** Two buttons that choose a revision as one side of a comparison. The newest two are chosen at first. */
export const SideChoice = ({ version, entry, at }: SideChoiceData) => (
  <>
    {[
      { name: 'list1', word: 'From', chosen: 1 },
      { name: 'list2', word: 'To', chosen: 0 },
    ].map(({ name, word, chosen }) => (
      <label key={name} class="tick">
        <input type="radio" name={name} value={version} checked={at === chosen} />
        <span>
          {word}
          <span class="unseen"> {entryTitle(entry)}</span>
        </span>
      </label>
    ))}
  </>
)
