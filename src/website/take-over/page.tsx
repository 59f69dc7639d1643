import type { MergedFiles } from '../../compare/merging/service.ts'
import type { ListSummary } from '../../lists/schemas.ts'
import { CHANGE_KINDS, type ChangeKind } from '../../load-order/merging/kinds.ts'
import { leftOutSentence } from '../../load-order/merging/left-out.ts'
import type { ComparisonView } from '../../load-order/rendering/comparison/view.ts'
import { counted } from '../../text/amounts.ts'
import { TickNotes } from '../compare/take-over.tsx'
import type { FormState } from '../form/state.ts'
import { Actions, CopyLink } from '../parts/actions.tsx'
import { Page } from '../parts/document.tsx'
import { NameList } from '../parts/name-list.tsx'
import { Name } from '../parts/shown-list.tsx'
import { comparePath, type Site } from '../parts/site.ts'
import { WhereToPut } from '../parts/where-to-put.tsx'
import { SaveForm } from './save-form.tsx'

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

/** Maximum number of names that a part of the page lists. */
const MAX_SHOWN = 1_000

/** The page of ticked changes: their names, what to install first, and the files to download or to save. */
export function TakeOverPage({ site, slugs, sides, title, ticks, gone, merged, list, saving }: TakeOverPageData) {
  const { taken, toInstall, leftOut, files } = merged
  const count = [taken.mods, taken.plugins].flatMap((part) => Object.values(part)).reduce((sum, one) => sum + one, 0)
  const path = comparePath(site, ...slugs)
  const search = `?${new URLSearchParams({ take: ticks.text })}`
  return (
    <Page
      site={site}
      title={`Take over into ${sides[0]}: ${title}`}
      description={`${counted(count, 'change')} of ${title}.`}
      path={comparePath({ ...site, base: '' }, ...slugs)}
      isUnlisted
      script="upload.js"
    >
      <div class="title">
        <h1>
          Take over into <Name of={sides[0]} />
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
      <p class="sentence">
        {counted(count, 'change')} from <Name of={sides[1]} />.{' '}
        {files.length === 0
          ? 'They change none of your files.'
          : `They change ${files.map(({ cleanName }) => cleanName).join(', ')}.`}
      </p>
      <TickNotes ticks={ticks} gone={gone} />
      {leftOut.length > 0 && (
        <ul class="notes">
          {leftOut.slice(0, MAX_SHOWN).map((plugin) => (
            <li key={plugin.name}>
              <Name of={plugin.name} /> {leftOutSentence(plugin)}
            </li>
          ))}
        </ul>
      )}
      {toInstall.length > 0 && (
        <>
          <h2>Install first ({toInstall.length})</h2>
          <p>Install these mods before you copy the files. Otherwise Mod Organizer removes them from the list.</p>
          <NameList entries={toInstall} />
        </>
      )}
      <Chosen take={ticks.take} sides={sides} />
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

interface ChosenData {
  take: ComparisonView['ticks']['take']
  sides: TakeOverPageData['sides']
}

/** The chosen changes by kind and name. */
function Chosen({ take, sides: [first, second] }: ChosenData) {
  const words: Record<ChangeKind, string> = {
    added: `only in ${second}`,
    removed: `only in ${first}, switched off by this`,
    enabled: 'switched on',
    disabled: 'switched off',
    moved: 'moved',
  }
  const parts = { Mods: take.mods, Plugins: take.plugins }
  return (
    <>
      {Object.entries(parts).flatMap(([title, kinds]) =>
        CHANGE_KINDS.map((kind) => {
          const names = kinds?.[kind]
          if (!Array.isArray(names) || names.length === 0) return null
          return (
            <div class="under" key={title + kind}>
              <h2>
                {title} {words[kind]} ({names.length})
              </h2>
              <NameList entries={names.map((name) => ({ name }))} />
            </div>
          )
        }),
      )}
    </>
  )
}
