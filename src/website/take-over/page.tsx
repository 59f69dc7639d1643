import type { MergedFiles } from '../../compare/merging/service.ts'
import { leftOutSentence } from '../../load-order/merging/left-out.ts'
import { counted } from '../../text/amounts.ts'
import { SubmitButton } from '../form/field.tsx'
import { Page } from '../parts/document.tsx'
import { GivenLink } from '../parts/link.tsx'
import { Name } from '../parts/shown-list.tsx'
import { comparePath, type Site } from '../parts/site.ts'

interface TakeOverPageData {
  site: Site
  slugs: readonly [first: string, second: string]
  names: readonly [first: string, second: string]
  merged: MergedFiles
  /** The fields that choose the same changes again. */
  fields: readonly (readonly [name: string, value: string])[]
}

/** Maximum number of mods to install, and of plugins that were left out, that the page lists. */
const MAX_SHOWN = 1_000

/** The page that lists the changed files and the mods to install first, and says where to put the files. */
export function TakeOverPage({ site, slugs: [first, second], names, merged, fields }: TakeOverPageData) {
  const { taken, toInstall, leftOut, files } = merged
  const count = [taken.mods, taken.plugins].flatMap((part) => Object.values(part)).reduce((sum, one) => sum + one, 0)
  const title = `Take over into ${names[0]}`
  return (
    <Page
      site={site}
      title={title}
      description={`Changes from ${names[1]}.`}
      path={`/compare/${first}/${second}`}
      isUnlisted
    >
      <h1>
        Take over into <Name of={names[0]} />
      </h1>
      <p>
        {counted(count, 'change')} from <Name of={names[1]} />.{' '}
        {files.length === 0
          ? 'They change none of your files.'
          : 'Nothing is stored here: you download the changed files.'}
      </p>
      {leftOut.length > 0 && (
        <ul class="notes">
          {leftOut.slice(0, MAX_SHOWN).map((plugin) => (
            <li key={plugin.name}>
              <Name of={plugin.name} /> {leftOutSentence(plugin)}
            </li>
          ))}
        </ul>
      )}
      {leftOut.length > MAX_SHOWN && <p class="more">and {leftOut.length - MAX_SHOWN} more</p>}
      {files.length > 0 && (
        <>
          <h2>Files</h2>
          <ul>
            {files.map(({ cleanName }) => (
              <li key={cleanName}>{cleanName}</li>
            ))}
          </ul>
          {toInstall.length > 0 && (
            <>
              <h2>Install first ({toInstall.length})</h2>
              <p>Install these mods before you copy the files. Otherwise Mod Organizer removes them from the list.</p>
              <ul>
                {toInstall.slice(0, MAX_SHOWN).map(({ name, version, source }) => (
                  <li key={name}>
                    <Name of={name} /> {version !== null && <Name of={version} />}{' '}
                    <GivenLink to={source} name={hostOf(source)} />
                  </li>
                ))}
              </ul>
              {toInstall.length > MAX_SHOWN && <p class="more">and {toInstall.length - MAX_SHOWN} more</p>}
            </>
          )}
          <h2>Where to put the files</h2>
          <ol>
            <li>In Mod Organizer, click the folder icon above the mod list, then “Open Profile folder”.</li>
            <li>Back up: copy the whole folder to another place.</li>
            <li>Close Mod Organizer.</li>
            <li>
              Download the changed files below. Unpack the zip into the profile’s folder, and replace the files there.
            </li>
            <li>Start Mod Organizer again.</li>
          </ol>
          <form method="post" action={`${comparePath(site, first, second)}/take-over`}>
            {fields.map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <p class="actions">
              <SubmitButton text="Download" class="primary" name="download" value="1" />
            </p>
          </form>
        </>
      )}
      <p>
        <a href={comparePath(site, first, second)}>Back to the comparison</a>
      </p>
    </Page>
  )
}

const hostOf = (source: string | null): string =>
  source !== null && URL.canParse(source) ? new URL(source).host : 'source'
