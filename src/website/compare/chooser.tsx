import type { FieldErrors } from '../../errors.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { Page } from '../components/document.tsx'
import type { Site } from '../components/site.ts'
import { Field, FilePick } from '../form/field.tsx'
import { type Choice, LINK_OR_NAME } from './choice.ts'

interface ChooserPageData {
  site: Site
  choice: Choice
  /** What is wrong with the choice, by field. */
  errors?: FieldErrors
  lists: readonly ListSummary[]
}

interface ChooserPageOptions extends ChooserPageData {
  /** Number of lists that were ticked after the first two. */
  more: number
  limits: UploadLimits
}

export const ChooserPage = ({ more, ...chooser }: ChooserPageOptions) => (
  <Page
    site={chooser.site}
    title="Compare two lists"
    description="See how two mod lists differ: mods, plugins and settings in a modder’s words, and each file line by line."
    path="/compare"
    script="compare.js"
  >
    <h1>Compare two lists</h1>
    <p>See which mods were added, removed, switched on or off, or moved, and which lines differ.</p>
    {more > 0 && (
      <p role="status">You ticked {2 + more} lists. Only two can be compared at a time; these are the first two.</p>
    )}
    <ChooserForm {...chooser} />
    <p class="actions folder scripted">
      <FilePick id="compared-folder" text="Choose a folder on this computer" isFolder />
      <span class="hint">
        Your browser compares the folder of your profile with the first list. Nothing is uploaded.
      </span>
    </p>
    <div id="folder-changes" />
  </Page>
)

/** Two fields for a slug or a link. The browser suggests the newest lists. */
export function ChooserForm({ site, choice, errors = {}, lists, limits }: ChooserPageData & { limits?: UploadLimits }) {
  const fieldFor = (name: string, label: string, value: string) => (
    <Field
      form={{ values: {}, errors }}
      name={name}
      label={label}
      control={(props) => (
        <input {...props} value={value} list="lists" placeholder={LINK_OR_NAME} autoComplete="off" required />
      )}
    />
  )
  return (
    <form
      class="chooser"
      action={`${site.base}/compare`}
      {...(choice.game !== '' && { 'data-game': choice.game })}
      {...(limits !== undefined && { 'data-limits': JSON.stringify(limits) })}
    >
      {fieldFor('list1', 'First list', choice.first)}
      {fieldFor('list2', 'Second list', choice.second)}
      <datalist id="lists">
        {lists.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </datalist>
      <button type="submit">Compare</button>
    </form>
  )
}
