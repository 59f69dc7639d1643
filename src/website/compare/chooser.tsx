import type { FieldErrors } from '../../errors.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { limitsText } from '../form/file-fields.tsx'
import { Page } from '../parts/document.tsx'
import type { Site } from '../parts/site.ts'
import type { Choice } from './choice.ts'

export type { Choice } from './choice.ts'

/** The lists chosen so far, and lists to suggest. */
interface ChooserPageData {
  site: Site
  choice: Choice
  /** What is wrong with the choice, by field. */
  errors?: FieldErrors | undefined
  lists: readonly ListSummary[]
}

interface ChooserPageOptions extends ChooserPageData {
  /** Number of lists that were ticked after the first two. */
  more: number
  /** Limits of an upload, which also apply to a compared folder. */
  limits: UploadLimits
}

export const ChooserPage = ({ site, choice, errors, more, lists, limits }: ChooserPageOptions) => (
  <Page
    site={site}
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
    <ChooserForm site={site} choice={choice} errors={errors} lists={lists} limits={limits} />
    <p class="field folder scripted">
      <label for="compared-folder">Or a folder on this computer</label>
      <input id="compared-folder" type="file" aria-describedby="compared-folder-hint" {...{ webkitdirectory: true }} />
      <span id="compared-folder-hint">
        Choose the folder of your profile. It is compared with the list above in this page; nothing is sent.
      </span>
    </p>
    <div id="folder-changes" role="status" />
  </Page>
)

/** Two fields for a slug or a link. The browser suggests the newest lists. */
export const ChooserForm = ({
  site,
  choice,
  errors = {},
  lists,
  limits,
}: ChooserPageData & { limits?: UploadLimits }) => (
  <form
    class="chooser"
    action={`${site.base}/compare`}
    {...(choice.game !== '' && { 'data-game': choice.game })}
    {...(limits !== undefined && { 'data-limits': limitsText(limits) })}
  >
    <Field id="list1" label="First list" value={choice.first} errors={errors} />
    <Field id="list2" label="Second list" value={choice.second} errors={errors} />
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

interface FieldData {
  id: string
  label: string
  value: string
  errors: FieldErrors
}

function Field({ id, label, value, errors }: FieldData) {
  const [error] = errors[id] ?? []
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={id}
        value={value}
        list="lists"
        placeholder="Link or short name, such as my-list"
        autoComplete="off"
        required
        {...(error !== undefined && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` })}
      />
      {error !== undefined && (
        <span class="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </p>
  )
}
