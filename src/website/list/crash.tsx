import { placeText } from '../../load-order/comparing/log-changes.ts'
import type { Listing, NamedEntry } from '../../load-order/reading/listing.ts'
import { modWords, pluginListWords } from '../../load-order/rendering/crash.ts'
import { noteWords } from '../../load-order/rendering/notes.ts'
import type { CrashLog } from '../../load-order/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { EntryTable } from '../components/entry-table.tsx'
import { listTitle } from '../components/list-row.tsx'
import { Name, NameLink } from '../components/shown-list.tsx'
import { listPath, type Site } from '../components/site.ts'
import { clockText } from '../components/time.tsx'
import { lineId } from './rows.tsx'

/** The lists that crash at the same place, of which the first have their names. */
export interface SameCrashes {
  count: number
  lists: readonly { slug: string; name: string; version: string | null }[]
}

interface CrashData {
  site: Site
  /** Slug of the list, with `@n` for a revision. */
  address: string
  log: CrashLog
  listing: Pick<Listing, 'named' | 'notes'>
}

/** The most important facts of a list's crash log, in three lines above its tabs. They say nothing about the cause. */
export const CrashCard = ({
  site,
  address,
  log,
  listing: { named, notes },
  crashes,
}: CrashData & { crashes: SameCrashes | null }) => (
  <section class="crash" aria-labelledby="crash-title">
    <div class="title">
      <h2 id="crash-title">{crashTitle(log)}</h2>
      <p class="hint one-line">{shortFacts(log).join(' · ')}</p>
      <p class="actions">
        <a class="button" href={`${listPath(site, address)}?tab=log`}>
          {wholeLog(log, named.length)}
        </a>
      </p>
    </div>
    <CardNames site={site} address={address} named={named} />
    <CardNotes {...{ site, address, log, notes, crashes }} />
  </section>
)

/** Returns the heading of a crash log: where it crashed, or else what happened. */
export function crashTitle(log: CrashLog): string {
  const place = placeText(log.at)
  return place === null
    ? (log.description ?? log.exception ?? (isPlainLog(log) ? `Log of ${log.format}` : 'Crash log'))
    : `Crashed at ${place}`
}

/** Reports whether a log is that of a game that need not have crashed. */
export const isPlainLog = ({ at, stack, description, exception, format }: CrashLog): boolean =>
  stack.length === 0 && format !== null && format !== 'SMAPI' && (at ?? description ?? exception ?? null) === null

function shortFacts({ at, exception, game_version, time, file }: CrashLog): string[] {
  return [
    at === null ? null : exception,
    game_version === null ? null : `game ${game_version}`,
    time && clockText(time),
    file,
  ].filter((fact) => fact !== null)
}

function wholeLog({ extender_plugins: dlls }: CrashLog, named: number): string {
  const parts = [
    ...(named === 0 ? [] : [`${named} named`]),
    ...(dlls === null || dlls.length === 0 ? [] : [counted(dlls.length, 'DLL')]),
  ]
  return parts.length === 0 ? 'Whole log' : `Whole log: ${parts.join(', ')}`
}

/** The notes about the log, of which the tab of the log has the names, and the lists that crash at the same place. */
function CardNotes({
  site,
  address,
  log,
  notes,
  crashes,
}: Omit<CrashData, 'listing'> & Pick<Listing, 'notes'> & { crashes: SameCrashes | null }) {
  const words = notesOf(
    log,
    notes.map((note) => ({ ...note, names: [] })),
  )
  if (words.length === 0 && crashes === null) return null
  const hasNames = notes.some(({ file, names }) => file === log.file && names.length > 0)
  return (
    <p class="meta">
      {words.length > 0 && (
        <span>
          ⚠ {words.join('. ')}. {hasNames && <a href={`${listPath(site, address)}?tab=log`}>Show them</a>}
        </span>
      )}
      {crashes !== null && <SamePlace site={site} crashes={crashes} />}
    </p>
  )
}

const SamePlace = ({ site, crashes: { count, lists } }: { site: Site; crashes: SameCrashes }) =>
  count === 0 ? (
    <span>No other list here crashes at this place.</span>
  ) : (
    <span>
      {count === 1 ? '1 other list crashes' : `${count} other lists crash`} at this place:{' '}
      {lists.map((list, at) => (
        <>
          {at > 0 && ', '}
          <NameLink key={list.slug} to={listPath(site, list.slug)} name={listTitle(list)} />
        </>
      ))}
      {count > lists.length && ` and ${count - lists.length} more`}
    </span>
  )

/** Returns the notes about the log in words, without the log's name. */
function notesOf(log: CrashLog, notes: Listing['notes']): string[] {
  const list = pluginListWords(log)
  const ofLog = notes.filter(({ file }) => file === log.file).map((note) => `This log ${noteWords(note)}`)
  return list === null ? ofLog : [list.replace(/\.$/, ''), ...ofLog]
}

/** Number of names in the card. They have one line; the tab of the log has all. */
const CARD_NAMES = 6

function CardNames({ site, address, named }: { site: Site; address: string; named: readonly NamedEntry[] }) {
  if (named.length === 0) return null
  return (
    <p class="one-line">
      Named in the log:{' '}
      {named.slice(0, CARD_NAMES).map((entry, at) => (
        <>
          {at > 0 && ' · '}
          <NamedName key={entry.name} list={{ site, address }} entry={entry} />
        </>
      ))}
      {named.length > CARD_NAMES && ` · ${named.length - CARD_NAMES} more`}
    </p>
  )
}

const STATES = { off: 'off', missing: 'not in this list' } as const

/** A name with what the list says of it. A plugin links to its row. */
function NamedName({ list, entry }: { list: CrashLogFactsData['list']; entry: NamedEntry }) {
  const { name, version, state, line } = entry
  const to = list && line && `${listPath(list.site, list.address)}?tab=plugins#${lineId(line.file, line.line)}`
  return (
    <>
      {to === undefined ? <Name of={name} /> : <NameLink to={to} name={name} />}
      {version !== null && ` ${version}`}
      {state !== null && <span class="quiet"> {STATES[state]}</span>}
    </>
  )
}

/** The tab of the crash log: everything that is read from it. */
export const CrashLogTab = ({ site, address, log, listing: { named, notes } }: CrashData) => (
  <section id="log" class="part" aria-labelledby="log-title">
    <h2 id="log-title" class="unseen">
      Crash log
    </h2>
    <CrashLogFacts log={log} named={named} notes={notes} list={{ site, address }} />
  </section>
)

interface CrashLogFactsData {
  log: CrashLog
  named: readonly NamedEntry[]
  notes: Listing['notes']
  /** The list that has the log; undefined for a log that is not stored. */
  list?: { site: Site; address: string }
}

/** Everything that is read from a crash log, except its title. */
export const CrashLogFacts = ({ log, named, notes, list }: CrashLogFactsData) => (
  <>
    <p class="meta">
      {allFacts(log).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
    {notesOf(log, notes).map((note) => (
      <p key={note} class="notes">
        {note}.
      </p>
    ))}
    {named.length > 0 && (
      <>
        <h3>Named in the log</h3>
        <ul>
          {named.map((entry) => (
            <li key={entry.name}>
              <NamedName list={list} entry={entry} />
            </li>
          ))}
        </ul>
      </>
    )}
    {log.mods !== null && log.mods.length > 0 && (
      <>
        <h3>Mods with messages</h3>
        <ul>
          {log.mods.map((mod) => (
            <li key={mod.name}>
              <b>{mod.name}</b> {mod.version}: {modWords(mod)}
            </li>
          ))}
        </ul>
      </>
    )}
    <Frames stack={log.stack} />
    <ExtenderPlugins dlls={log.extender_plugins ?? []} />
  </>
)

const allFacts = (log: CrashLog): string[] => {
  const { exception, time, format, format_version, game_version, platform, file } = log
  return [
    exception === crashTitle(log) ? null : exception,
    time && clockText(time),
    game_version === null ? null : `game version ${game_version}`,
    format === null ? null : `written by ${format} ${format_version ?? ''}`.trim(),
    platform,
    file,
  ].filter((fact) => fact !== null)
}

function Frames({ stack }: Pick<CrashLog, 'stack'>) {
  const places = stack.map(placeText).filter((place) => place !== null)
  if (places.length === 0) return null
  return (
    <>
      <h3>Called functions, innermost first</h3>
      <ol>
        {places.map((place, at) => (
          <li key={at}>
            <code>{place}</code>
          </li>
        ))}
      </ol>
    </>
  )
}

function ExtenderPlugins({ dlls }: { dlls: NonNullable<CrashLog['extender_plugins']> }) {
  if (dlls.length === 0) return null
  return (
    <EntryTable columns={[{ name: 'Script extender plugin' }, { name: 'Version' }]}>
      {dlls.map(({ name, version }, at) => (
        <tr key={at}>
          <td>{name}</td>
          <td>{version}</td>
        </tr>
      ))}
    </EntryTable>
  )
}
