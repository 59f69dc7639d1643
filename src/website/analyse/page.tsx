import type { FieldErrors } from '../../errors.ts'
import type { NamedEntry } from '../../load-order/reading/listing.ts'
import { notReadWords } from '../../load-order/rendering/notes.ts'
import type { LoadOrder } from '../../load-order/schemas.ts'
import { counted } from '../../text/amounts.ts'
import { Page } from '../components/document.tsx'
import { Name } from '../components/shown-list.tsx'
import type { Site } from '../components/site.ts'
import type { GameChoice } from '../form/list-fields.tsx'
import { CrashLogFacts, crashTitle } from '../list/crash.tsx'
import { LogForm } from './form.tsx'

/** What was read from a text that is not stored. */
export interface Analysis {
  /** Name of the file, and the text, which the form that shares it sends again. */
  file: string
  text: string
  order: LoadOrder
  named: readonly NamedEntry[]
  /** Name of the list that the text becomes if it is shared. */
  listName: string
  /** The game that the text reveals. */
  game: GameChoice | undefined
}

interface AnalysePageData {
  site: Site
  errors: FieldErrors
  games: readonly GameChoice[]
  analysis: Analysis | undefined
}

export const AnalysePage = ({ site, errors, games, analysis }: AnalysePageData) => (
  <Page
    site={site}
    title={analysis?.order.log ? crashTitle(analysis.order.log) : 'Read a crash log'}
    description="See at once what a crash log says: where it crashed, who is named, and its plugins. Nothing is stored."
    path="/analyse"
    isUnlisted={analysis !== undefined}
  >
    <h1>{analysis?.order.log ? crashTitle(analysis.order.log) : 'Read a crash log'}</h1>
    {analysis !== undefined && (
      <>
        {!isRead(analysis.order) && <p class="notes">{notReadWords([analysis.file])}</p>}
        <Share site={site} games={games} analysis={analysis} />
        {isRead(analysis.order) && <Result {...analysis} />}
      </>
    )}
    <section aria-labelledby="form-title">
      <h2 id="form-title">{analysis === undefined ? 'Your log' : 'Read another'}</h2>
      <LogForm site={site} errors={errors} />
    </section>
  </Page>
)

const isRead = ({ log, mods, plugins }: LoadOrder) => log !== null || mods !== null || plugins !== null

function Result({ order: { log, mods, plugins, notes }, named }: Analysis) {
  return (
    <>
      <h2 class="unseen">What it says</h2>
      {log !== null && <CrashLogFacts log={log} named={named} notes={notes} />}
      {mods !== null && <Entries title={counted(mods.length, 'mod')} entries={mods} />}
      {plugins !== null && <Entries title={counted(plugins.length, 'plugin')} entries={plugins} />}
    </>
  )
}

interface EntriesData {
  title: string
  entries: readonly { name: string; enabled: boolean | null }[]
}

const Entries = ({ title, entries }: EntriesData) => (
  <details>
    <summary>{title}</summary>
    <ol class="rows">
      {entries.map(({ name, enabled }, at) => (
        <li key={at}>
          {enabled === false && <i>off</i>} <Name of={name} />
        </li>
      ))}
    </ol>
  </details>
)

interface ShareData {
  site: Site
  games: readonly GameChoice[]
  analysis: Analysis
}

/** The form that stores the text as a list. Only a game that the text does not reveal must be chosen. */
const Share = ({ site, games, analysis: { file, text, listName, game } }: ShareData) => (
  <form method="post" action={`${site.base}/upload`} encType="multipart/form-data">
    <input type="hidden" name="name" value={listName} />
    <input type="hidden" name="text_name" value={file} />
    <input type="hidden" name="description" value="" />
    <input type="hidden" name="expires" value="1w" />
    {/* Browsers drop the first line end of a textarea. */}
    <textarea name="text" hidden>{`\n${text}`}</textarea>
    {game === undefined ? (
      <label>
        Game
        <select name="game" required>
          <option value="">Choose a game</option>
          {games.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
      </label>
    ) : (
      <input type="hidden" name="game" value={String(game.id)} />
    )}
    <p class="actions">
      <button type="submit">Share it</button>
      <button type="submit" class="plain" name="next" value="compare">
        Share it and compare with…
      </button>
      <span class="hint">
        Nothing is stored yet. It becomes the list “{listName}”{game !== undefined && ` for ${game.name}`}, for a week.
      </span>
    </p>
  </form>
)
