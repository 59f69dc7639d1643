import type { FieldErrors } from '../../errors.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { Page } from '../parts/document.tsx'
import type { Site } from '../parts/site.ts'
import type { Choice } from './choice.ts'

export type { Choice } from './choice.ts'

/** The lists chosen so far, and lists to suggest. */
export interface ChooserPageData {
  site: Site
  choice: Choice
  /** What is wrong with the choice, by field. */
  errors?: FieldErrors | undefined
  lists: readonly ListSummary[]
}

export const ChooserPage = ({ site, choice, errors, more, lists }: ChooserPageData & { more: number }) => (
  <Page
    site={site}
    title="Compare two lists"
    description="See how two mod lists differ: mods, plugins and settings in a modder’s words, and each file line by line."
    path="/compare"
  >
    <h1>Compare two lists</h1>
    <p>See which mods were added, removed, switched on or off, or moved, and which lines differ.</p>
    {more > 0 && (
      <p role="status">You ticked {2 + more} lists. Only two can be compared at a time; these are the first two.</p>
    )}
    <ChooserForm site={site} choice={choice} errors={errors} lists={lists} />
  </Page>
)

/** Two fields for a slug or a link. The browser suggests the newest lists. */
export const ChooserForm = ({ site, choice, errors = {}, lists }: ChooserPageData) => (
  <form class="chooser" action={`${site.base}/compare`}>
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
