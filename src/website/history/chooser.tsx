import type { ChangelogEntry } from '../../compare/changelog/schemas.ts'
import { versionText } from '../../lists/revisions/version-address.ts'
import { entryTitle } from '../../load-order/rendering/changelog.ts'
import type { Site } from '../parts/site.ts'

interface RevisionChooserData {
  site: Site
  slug: string
  /** Newest first. */
  revisions: readonly Omit<ChangelogEntry, 'changes'>[]
}

/** A form that compares any two revisions. The newest two are preselected. */
export const RevisionChooser = ({ site, slug, revisions }: RevisionChooserData) => (
  <form class="chooser" action={`${site.base}/compare`} aria-label="Compare two revisions">
    {[
      { id: 'list1', label: 'From', chosen: 1 },
      { id: 'list2', label: 'To', chosen: 0 },
    ].map(({ id, label, chosen }) => (
      <p class="field" key={id}>
        <label for={id}>{label}</label>
        <select id={id} name={id}>
          {revisions.map((entry, at) => (
            <option key={entry.revision} value={versionText(slug, entry.revision)} selected={at === chosen}>
              {entryTitle(entry)}, {entry.created.slice(0, 10)}
            </option>
          ))}
        </select>
      </p>
    ))}
    <button type="submit">Compare</button>
  </form>
)
