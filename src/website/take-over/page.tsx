import type { MergedFiles } from '../../compare/merging/service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import type { ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { counted } from '../../text/amounts.ts'
import { TickNotes } from '../compare/take-over.tsx'
import type { FormState } from '../form/state.ts'
import { Actions, CopyLink } from '../parts/actions.tsx'
import { Page } from '../parts/document.tsx'
import { Name } from '../parts/shown-list.tsx'
import { comparePath, type Site } from '../parts/site.ts'
import { WhereToPut } from '../parts/where-to-put.tsx'
import { SaveForm } from './save-form.tsx'
import { TakenChanges, takenCount } from './taken.tsx'

interface TakeOverPageData {
  site: Site
  slugs: readonly [first: string, second: string]
  sides: readonly [first: string, second: string]
  title: string
  ticks: ComparisonView['ticks']
  /** Names of ticked changes that no longer fit. */
  gone: readonly string[]
  merged: MergedFiles
  /** The list that changes. */
  list: ListSummary
  /** The form that saves the result as a new version; null for an old revision. */
  saving: FormState | null
}

/** The page of ticked changes: their names, what to install first, and the files to download or to save. */
export function TakeOverPage({ site, slugs, sides, title, ticks, gone, merged, list, saving }: TakeOverPageData) {
  const { files } = merged
  const path = comparePath(site, ...slugs)
  const search = `?${new URLSearchParams({ take: ticks.text })}`
  return (
    <Page
      site={site}
      title={`Apply to ${sides[0]}: ${title}`}
      description={`${counted(takenCount(merged), 'change')} of ${title}.`}
      path={comparePath({ ...site, base: '' }, ...slugs)}
      isUnlisted
      script="upload.js"
    >
      <div class="title">
        <h1>
          Apply to <Name of={sides[0]} />
        </h1>
        <p class="meta">
          <a href={path + search}>{title}</a>
        </p>
        <Actions>
          <CopyLink />
          {files.length > 0 && (
            <a class="button primary" href={`${path}/take-over${search}&download=1`}>
              Download
            </a>
          )}
        </Actions>
      </div>
      <TakenChanges merged={merged} files={files.map(({ cleanName }) => cleanName)} take={ticks.take} sides={sides}>
        <TickNotes ticks={ticks} gone={gone} />
      </TakenChanges>
      {files.length > 0 && (
        <>
          <WhereToPut files="the changed files" />
          {saving !== null && <SaveForm action={`${path}/take-over`} ticks={ticks.text} list={list} form={saving} />}
        </>
      )}
      <p>
        <a href={path + search}>Back to the comparison</a>
      </p>
    </Page>
  )
}
