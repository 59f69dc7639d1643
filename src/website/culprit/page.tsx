import type { FieldErrors } from '../../errors.ts'
import { Page } from '../components/document.tsx'
import { NameLink } from '../components/shown-list.tsx'
import { comparePath, culpritPath, listPath, type Site } from '../components/site.ts'
import { EndOfSearch } from './end.tsx'
import { type CulpritAddress, searchOf } from './query.ts'
import { type CulpritPageData, Round } from './round.tsx'
import { StartOfSearch } from './start.tsx'

/** The page that leads a person to the changes that make a list crash. */
export function CulpritPage(data: CulpritPageData) {
  const { site, slugs, names, title, address, state, canTurn } = data
  const [works, crashes] = slugs
  const path = culpritPath(site, works, crashes)
  const to = (change: Partial<CulpritAddress>) => path + searchOf({ ...address, ...change })
  const search = { ...data, path, to }
  return (
    <Page
      site={site}
      title={`Find the culprit: ${title}`}
      description={`${names[0]} and ${names[1]}: find the change that makes one of them crash.`}
      path={culpritPath({ ...site, base: '' }, works, crashes)}
      isUnlisted
    >
      <h1>Find the culprit</h1>
      {address.letters === undefined && state.units.length + canTurn > 0 ? (
        <StartOfSearch {...search} />
      ) : (
        <>
          <p class="meta">
            <span>
              <NameLink to={listPath(site, works)} name={names[0]} /> works,{' '}
              <NameLink to={listPath(site, crashes)} name={names[1]} /> crashes
            </span>
            <a href={comparePath(site, works, crashes)}>Comparison</a>
          </p>
          {state.next === null ? <EndOfSearch {...search} /> : <Round {...search} next={state.next} />}
        </>
      )}
    </Page>
  )
}

interface RefusedPageData {
  site: Site
  slugs: CulpritPageData['slugs']
  errors: FieldErrors
}

/** The page of an address or form that does not fit the lists, or of lists that differ too much to be searched. */
export function RefusedPage({ site, slugs, errors }: RefusedPageData) {
  const isTooMuch = errors.units !== undefined
  const text = isTooMuch ? 'These lists differ too much.' : 'This does not fit these lists.'
  return (
    <Page site={site} title={`Find the culprit: ${text}`} description={text} path={null} isUnlisted>
      <h1>Find the culprit</h1>
      <div class="problems card" role="alert">
        <p>{text}</p>
        <ul>
          {Object.entries(errors).map(([field, [message]]) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      </div>
      <p class="links">
        {!isTooMuch && <a href={culpritPath(site, ...slugs)}>Start again</a>}
        <a href={comparePath(site, ...slugs)}>{isTooMuch ? 'Apply changes in the comparison' : 'Comparison'}</a>
      </p>
    </Page>
  )
}
