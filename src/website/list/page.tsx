import type { ListSummary } from '../../lists/schemas.ts'
import { versionText } from '../../lists/version-address.ts'
import {
  type ListedSetting,
  type Listing,
  type ListingTab,
  openTab,
  type StateCounts,
} from '../../load-order/reading/listing.ts'
import { isUnread, noteWords, notReadWords } from '../../load-order/rendering/notes.ts'
import type { Note } from '../../load-order/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { timeLeft } from '../../text/timestamp.ts'
import { Page } from '../components/document.tsx'
import { LinkedText, listTitle, uniqueTitle } from '../components/list-row.tsx'
import { shortened } from '../components/shortened.ts'
import { apiPath, historyPath, listPath, rowModPath, type Site } from '../components/site.ts'
import { type Tab, Tabs, Unknown } from '../components/tabs.tsx'
import { SharedNotice } from '../owner-key/notice.tsx'
import { unknownOf } from '../parameters.ts'
import { CrashCard, CrashLogTab, type SameCrashes } from './crash.tsx'
import { Files } from './files.tsx'
import { ListHead } from './head.tsx'
import { Mods } from './mods.tsx'
import { Plugins } from './plugins.tsx'
import type { ListPageQuery } from './query.ts'
import { fileId, lineId } from './rows.tsx'
import { ListSide, type SimilarList } from './side.tsx'

/** Returns a list's numbers in words: "812 mods on, 96 off, 540 plugins, by Ann, for Skyrim". */
function numbersOf({ author, game }: ListSummary, { mods, plugins, files }: Listing): string {
  const parts = [
    mods && onAndOff(mods.counts, 'mod'),
    plugins && counted(sumOf(plugins.counts), 'plugin'),
    mods === null && plugins === null ? counted(files.length, 'file') : null,
    author && `by ${author.name}`,
    `for ${game.name}`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

const onAndOff = ({ on, off }: StateCounts, noun: string) => `${counted(on, noun)} on, ${off} off`
const sumOf = ({ on, off, other }: StateCounts) => on + off + other

/** Share of a preview that the list's own words may take, in bytes. The numbers still fit after them. */
const OWN_WORDS_BYTES = 200

/** Returns the description that chats show: the list's own words, its numbers, and the time left. */
function summaryOf(list: ListSummary, listing: Listing, timeLeft: string | null): string {
  const numbers = `${numbersOf(list, listing)}${timeLeft === null ? '' : `, expires in ${timeLeft}`}`
  if (list.description === null) return numbers
  return `${shortened(list.description, OWN_WORDS_BYTES).replace(/(?<![.\s])[.\s]+$/, '')}. ${numbers}`
}

interface ListPageData {
  site: Site
  now: Date
  list: ListSummary
  /** Number of the revision that is shown; null for the list's current version. */
  revision: number | null
  /** Number of the shown version, its author's note, and how many revisions the list has; undefined for an old version. */
  version: { number: number; note: string | null; revisions: number | undefined }
  files: readonly { name: string; bytes: number }[]
  listing: Listing
  similar: readonly SimilarList[]
  crashes: SameCrashes | null
  query: ListPageQuery
  ownerKey: string | undefined
}

export function ListPage(data: ListPageData) {
  const { site, now, list, revision, version, files, listing, similar, crashes, query, ownerKey } = data
  const { slug, author, description, expires } = list
  const address = versionText(slug, revision)
  const api = apiPath(site, `/lists/${slug}${revision === null ? '' : `/revisions/${revision}`}`)
  const left = expires === null ? null : timeLeft(new Date(expires), now).words
  const tab = openTab(listing, query.tab)
  return (
    <Page
      site={site}
      title={uniqueTitle(list, revision)}
      name={listTitle(list, revision)}
      description={summaryOf(list, listing, left)}
      path={`/lists/${address}`}
      isUnlisted={list.private || author === null || expires !== null || revision !== null}
      feed={apiPath(site, `/lists/${slug}/changelog.atom`)}
    >
      <ListHead {...{ site, list, revision, address, api, left }} versions={version.revisions} />
      {revision === null ? (
        <SharedNotice site={site} list={list} ownerKey={ownerKey} />
      ) : (
        <p class="notes">
          This is version {revision}, an old one of the list. <a href={listPath(site, slug)}>Current version</a>
        </p>
      )}
      {description !== null && (
        <p class="description">
          <LinkedText text={description} />
        </p>
      )}
      {listing.log !== null && (
        <CrashCard site={site} address={address} log={listing.log} listing={listing} crashes={crashes} />
      )}
      <Tabs
        label="Parts"
        tabs={tabsOf({ site, slug, address, listing, files, open: tab, revisions: version.revisions })}
      />
      <Unknown what={[...unknownOf('tab', [tab], query.tab ?? ''), ...query.unknown]} />
      <div class="sided">
        <ListSide {...{ site, list, listing, files, api, version, similar }} hasMods={tab === 'mods'} />
        <div>
          <Notes notes={listing.notes.filter(({ file }) => file !== listing.log?.file)} />
          {isUnread(listing) && files.length > 0 && (
            <p class="notes">
              {notReadWords(
                files.map(({ name }) => name),
                ({ name }) => name === list.game.name,
              )}
            </p>
          )}
          <OpenPart {...{ site, list, revision, address, listing, files, query, api, tab }} />
        </div>
      </div>
    </Page>
  )
}

interface TabsData {
  site: Site
  slug: string
  address: string
  listing: Listing
  files: readonly { name: string }[]
  open: ListingTab
  /** Number of the list's revisions, if it is known. */
  revisions: number | undefined
}

function tabsOf({ site, slug, address, listing, files, open, revisions }: TabsData): Tab[] {
  const { mods, plugins, settings, log } = listing
  const idsOf = (part: string) => listing.files.filter((file) => file.part === part).map(({ name }) => fileId(name))
  const tab = (id: ListingTab, name: string, count?: number): Tab => ({
    name,
    to: `${listPath(site, address)}?tab=${id}`,
    count,
    isOpen: id === open,
    files: id === 'files' ? files.map(({ name }) => fileId(name)) : idsOf(id),
  })
  return [
    ...(mods === null ? [] : [tab('mods', 'Mods', sumOf(mods.counts))]),
    ...(plugins === null ? [] : [tab('plugins', 'Plugins', sumOf(plugins.counts))]),
    ...(settings.length === 0
      ? []
      : [
          tab(
            'settings',
            'Settings',
            settings.reduce((sum, { count }) => sum + count, 0),
          ),
        ]),
    ...(log === null ? [] : [tab('log', 'Crash log')]),
    tab('files', 'Files', files.length),
    { name: 'History', to: historyPath(site, slug), count: revisions, isOpen: false },
  ]
}

type OpenPartData = Pick<ListPageData, 'site' | 'list' | 'revision' | 'listing' | 'files' | 'query'> & {
  address: string
  api: string
  tab: ListingTab
}

function OpenPart({ site, list, revision, address, listing, files, query, api, tab }: OpenPartData) {
  const { mods, plugins, settings, log } = listing
  if (tab === 'log' && log !== null) return <CrashLogTab {...{ site, address, log, listing }} />
  if (tab === 'mods' && mods !== null) {
    // A name that only unlisted lists have has no page.
    const hasPages = !list.private && revision === null
    const addressOf = hasPages ? (name: string) => rowModPath(site, list.game.id, name) : undefined
    return <Mods mods={mods} query={query} addressOf={addressOf} />
  }
  if (tab === 'plugins' && plugins !== null) return <Plugins plugins={plugins} query={query} />
  if (tab === 'settings') return <Settings settings={settings} />
  return <Files api={api} files={files} listed={listing.files} />
}

/** Lists what was ignored in the files. Mod managers and games ignore the same. */
const Notes = ({ notes }: { notes: readonly Note[] }) =>
  notes.length === 0 ? null : (
    <ul class="notes">
      {notes.map((note) => (
        <li key={note.file + note.code}>
          <b>{note.file}</b> {noteWords(note)}.
        </li>
      ))}
    </ul>
  )

/** Shows the settings of the ini files by section, as the game reads them. */
const Settings = ({ settings }: { settings: Listing['settings'] }) => (
  <section id="settings" class="part" aria-labelledby="settings-title">
    <h2 id="settings-title" class="unseen">
      Settings
    </h2>
    {settings.map(({ file, settings, count }) => (
      <details key={file} open={count <= 100}>
        <summary>
          <h3>{file}</h3> {counted(count, 'setting')}
        </summary>
        {count === 0 ? (
          <p class="empty">No settings in this file.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Setting</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            {bySection(settings).map(({ section, settings }) => (
              <tbody key={section}>
                <tr>
                  <th scope="rowgroup" colSpan={2}>
                    {section === '' ? 'Before the first section' : `[${section}]`}
                  </th>
                </tr>
                {settings.map((setting) => Row(file, setting))}
              </tbody>
            ))}
          </table>
        )}
        {settings.length < count && <p class="more">and {count - settings.length} more: see the file.</p>}
      </details>
    ))}
  </section>
)

const Row = (file: string, { key, value, line }: ListedSetting) => (
  <tr id={lineId(file, line)}>
    <th scope="row">{key}</th>
    <td>{value}</td>
  </tr>
)

function bySection(settings: readonly ListedSetting[]) {
  const sections: { section: string; settings: ListedSetting[] }[] = []
  for (const setting of settings) {
    const last = sections.at(-1)
    if (last?.section === setting.section) last.settings.push(setting)
    else sections.push({ section: setting.section, settings: [setting] })
  }
  return sections
}
