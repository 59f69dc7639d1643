import type { ComponentChildren } from 'preact'
import type { ListSummary } from '../../lists/schemas.ts'
import { LINK_TEXTS, TEXT_FIELDS } from '../../lists/text-fields.ts'
import type { Listing } from '../../load-order/reading/listing.ts'
import { counted, sizeText } from '../../text/amounts.ts'
import { harmless } from '../../text/harmless.ts'
import { GivenLink } from '../components/link.tsx'
import { listTitle } from '../components/list-row.tsx'
import { Meter } from '../components/meter.tsx'
import { NameLink } from '../components/shown-list.tsx'
import { comparePath, historyPath, listPath, type Site } from '../components/site.ts'
import { Time } from '../components/time.tsx'
import { lineId } from './rows.tsx'

interface ListSideData {
  site: Site
  list: ListSummary
  listing: Listing
  files: readonly { name: string; bytes: number }[]
  api: string
  /** Number of the shown revision, and its author's note. */
  version: { number: number; note: string | null }
  /** Whether the page shows the mods, so that the column can lead to their separators. */
  hasMods: boolean
  similar: readonly SimilarList[]
}

/** A list of the same game, and how many mods and plugins differ. */
export interface SimilarList {
  slug: string
  name: string
  version: string | null
  differences: number
}

/** The facts about a list, its latest note, similar lists, its separators and files, and how to follow it. */
export const ListSide = ({ site, list, listing, files, api, version, hasMods, similar }: ListSideData) => (
  <Side title={summaryOf(listing)}>
    <Box title={summaryOf(listing)}>
      {listing.mods !== null && (
        <Meter part={listing.mods.counts.on} of={listing.mods.counts.on + listing.mods.counts.off} />
      )}
      <Facts
        facts={{
          plugins:
            listing.plugins && listing.plugins.counts.on + listing.plugins.counts.off + listing.plugins.counts.other,
          updated: <Time at={list.updated} />,
          expires: list.expires && <Time at={list.expires} />,
        }}
      />
      <p class="links">
        {LINK_TEXTS.map((name) => (
          <GivenLink key={name} to={list[name]} name={TEXT_FIELDS[name].label} />
        ))}
      </p>
    </Box>
    <Box title={`Version ${version.number}`}>
      {version.note !== null && <p class="description">{harmless(version.note)}</p>}
      <p>
        <a href={historyPath(site, list.slug)}>History</a>
      </p>
    </Box>
    {similar.length > 0 && (
      <Box title="Most similar lists">
        <ul>
          {similar.map((one) => (
            <li key={one.slug}>
              <NameLink to={listPath(site, one.slug)} name={listTitle(one)} />{' '}
              <small>
                <a href={comparePath(site, list.slug, one.slug)}>
                  {one.differences} {one.differences === 1 ? 'mod or plugin differs' : 'mods and plugins differ'}
                </a>
              </small>
            </li>
          ))}
        </ul>
      </Box>
    )}
    {hasMods && <Separators mods={listing.mods} />}
    <Box title="Files">
      <ul>
        {files.map(({ name, bytes }) => (
          <li key={name}>
            <a href={`${api}/files/${encodeURIComponent(name)}/raw`}>{name}</a> <small>{sizeText(bytes)}</small>
          </li>
        ))}
      </ul>
    </Box>
  </Side>
)

const summaryOf = ({ mods, files }: Listing): string =>
  mods === null ? counted(files.length, 'file') : `${mods.counts.on} of ${mods.counts.on + mods.counts.off} mods on`

/** Links to the separators of the mods. */
function Separators({ mods }: { mods: Listing['mods'] }) {
  const found = mods?.groups.flatMap(({ separator }) => (separator?.line === undefined ? [] : [separator])) ?? []
  if (mods === null || found.length < 2) return null
  return (
    <details class="box">
      <summary>Separators ({found.length})</summary>
      <ul class="jump">
        {found.map(({ name, line }) => (
          <li key={line}>
            <a href={`#${encodeURIComponent(lineId(mods.file, line ?? 0))}`}>{name}</a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The column at the right of a page. Narrow windows show it first, folded. */
const Side = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <aside class="side">
    <details>
      <summary>{title}</summary>
      <div class="boxes">{children}</div>
    </details>
  </aside>
)

/** A titled box in the column at the right. */
const Box = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="box">
    <h2>{title}</h2>
    {children}
  </section>
)

/** Facts, each with its name. Facts without a value are left out. */
const Facts = ({ facts }: { facts: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(facts)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
