import type { ShownComparison } from '../../compare/load-orders/comparison-service.ts'
import type { MergedFiles } from '../../compare/merging/service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { TickNotes } from '../compare/take-over.tsx'
import { Page } from '../components/document.tsx'
import { ButtonLink } from '../components/link.tsx'
import { Name } from '../components/shown-list.tsx'
import { comparePath, culpritPath, listPath, type Site } from '../components/site.ts'
import { Problems, SecretField, SubmitButton, TextArea } from '../form/field.tsx'
import { OwnerForm, ownedBy } from '../form/owner-form.tsx'
import type { FormState } from '../form/state.ts'
import { TakenChanges } from './taken.tsx'

interface FixPageData {
  site: Site
  slugs: readonly [first: string, second: string]
  sides: readonly [first: string, second: string]
  title: string
  view: ShownComparison
  merged: MergedFiles
  list: ListSummary
  /** The form that saves the result as a new version; null for an old revision. */
  saving: FormState | null
}

/** The page of a link with ticks: the suggested changes alone, what they do, and the files to download or to save. */
export function FixPage({ site, slugs, sides, title, view, merged, list, saving }: FixPageData) {
  const { ticks, done, gone, ticked } = view
  if (ticked === null) return null
  const files = merged.files.map(({ cleanName }) => cleanName)
  const path = comparePath(site, ...slugs)
  const already = done.length + ticked.rows.filter(isOff).length
  const all = done.length + ticks.count
  const heading = `${counted(all, 'change')} to ${sides[0]}`
  const { length: toInstall } = merged.toInstall
  return (
    <Page
      site={site}
      title={`${heading}: ${title}`}
      description={`Someone suggests ${heading}.`}
      path={comparePath({ ...site, base: '' }, ...slugs)}
      isUnlisted
      script="owner.js"
    >
      <form class="takes" id="fix" action={`${path}/take-over`} data-state={ticks.state}>
        <div class="card fix">
          <div class="title">
            <h1>
              Someone suggests {counted(all, 'change')} to <Name of={sides[0]} />
            </h1>
            <p class="meta">
              <span>
                from the comparison with <a href={listPath(site, slugs[1])}>{sides[1]}</a>
              </span>
              <span>{list.game.name}</span>
            </p>
          </div>
          <p>
            {already > 0 && (
              <b>
                Already in your list: {already} of {all}.{' '}
              </b>
            )}
            Nothing is changed on your computer before you replace the files yourself.{' '}
            {toInstall === 0
              ? 'Nothing has to be installed.'
              : `${counted(toInstall, 'mod')} must be installed first; ${toInstall === 1 ? 'it is' : 'they are'} below.`}
          </p>
          <input type="hidden" name="take" value={[ticks.carried, `~${ticks.state}`].filter(Boolean).join('.')} />
          <p class="actions">
            {files.length > 0 ? (
              <>
                <SubmitButton text={`Download ${files.join(', ')}`} name="download" value="1" />
                {saving !== null && (
                  <a class="button save" href="#owner_key" {...ownedBy(list)}>
                    Save as a new version of my list
                  </a>
                )}
                <button
                  type="button"
                  class="plain write"
                  data-files={files.join('|')}
                  data-shared={`${new URL(list.links.self).pathname}/files`}
                  hidden
                >
                  Write into my folder…
                </button>
                <span class="hint">or change them by hand, from the list below</span>
              </>
            ) : (
              <span>There is nothing left to change in your files.</span>
            )}
            <span class="hint" role="status" data-carried={ticks.carried} data-count={ticks.count}>
              {ticks.count} ticked
            </span>
            <button type="submit" class="plain unscripted" formAction={path}>
              Show only what is ticked
            </button>
            <span class="outcome" role="status" />
          </p>
        </div>
        <TickNotes ticks={ticks} gone={gone} done={done} />
        <TakenChanges
          ticked={ticked}
          merged={merged}
          files={files}
          sides={sides}
          whole={`${path}?${new URLSearchParams({ tab: 'mods', take: ticks.text })}`}
        >
          <ButtonLink to={listPath(site, slugs[0])} text="It works" />{' '}
          <ButtonLink to={culpritPath(site, ...slugs)} text="It still crashes: find the culprit" />
        </TakenChanges>
      </form>
      {files.length > 0 && saving !== null && (
        <SaveForm action={`${path}/take-over`} ticks={ticks.text} list={list} form={saving} />
      )}
    </Page>
  )
}

/** Reports whether what a change takes out is off already. */
const isOff = ({ kinds, enabled }: { kinds: readonly string[]; enabled: boolean | null }) =>
  kinds.includes('removed') && enabled === false

interface SaveFormData {
  action: string
  ticks: string
  list: ListSummary
  form: FormState
}

/**
 * Saves the changes as a new version of the first list, for its owner. A script hides it from others, and fills in the
 * key.
 */
const SaveForm = ({ action, ticks, list, form }: SaveFormData) => (
  <details class="box save" open={Object.keys(form.errors).length > 0} {...ownedBy(list)}>
    <summary>Save as a new version of my list</summary>
    <OwnerForm list={list} action={action}>
      <Problems form={form} heading="Not saved yet. Please correct:" />
      <input type="hidden" name="take" value={ticks} />
      <input type="hidden" name="if_match" value={form.values.if_match ?? ''} />
      <SecretField
        form={form}
        name="owner_key"
        label="Key for editing"
        hint={
          list.author === null
            ? 'You got it after the upload. The browser you used then fills it in.'
            : 'Leave it empty if you are signed in as the author, or enter their API token.'
        }
      />
      <TextArea form={form} name="note" label="What changed" rows={2} hint="Shown in the list’s history." />
      <p class="actions">
        <SubmitButton text="Save as a new version" class="plain" />
      </p>
    </OwnerForm>
  </details>
)
