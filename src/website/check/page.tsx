import { CopiedText } from '../components/actions.tsx'
import { Page } from '../components/document.tsx'
import { uniqueTitle } from '../components/list-row.tsx'
import { Name } from '../components/shown-list.tsx'
import { apiPath, checkPath, listPath, type Site } from '../components/site.ts'
import type { PageOfListData } from '../follow/service.tsx'
import { FilePick } from '../form/field.tsx'

/** The page that says which version of a list the reader has. A script compares; nothing is sent. */
export function CheckPage({ site, list, limits }: PageOfListData) {
  const { slug, name } = list
  const description = `See which version of ${name} you have, what of it is yours, and what is newer.`
  return (
    <Page
      {...{ site, description, name: `Check mine: ${name}`, title: `Check mine: ${uniqueTitle(list)}` }}
      path={checkPath({ ...site, base: '' }, slug)}
      isUnlisted
      script="compare.js"
    >
      <h1>
        Check mine: <Name of={name} />
      </h1>
      <p>
        Which version of <a href={listPath(site, slug)}>this list</a> do you have? It is compared here; nothing is sent.
      </p>
      <form
        class="check-mine scripted"
        action={apiPath(site, `/lists/${slug}/versions`)}
        data-slug={slug}
        data-limits={JSON.stringify(limits)}
      >
        <p class="actions">
          <FilePick id="checked-folder" text="Choose the folder" class="primary" isFolder />
          <FilePick id="checked-files" text="Choose files, or a crash log" isMultiple />
          <span class="hint">You can also drop them on this page. A crash log has only plugins.</span>
        </p>
      </form>
      <p class="unscripted">
        This needs JavaScript. Without it, use the command line: <code>mod-list-catalog check {slug} FOLDER</code>
      </p>
      <div id="checked" />
      <div id="folder-changes" />
    </Page>
  )
}

/** The line for an author's README: a link to the page above. */
export const CheckLine = ({ site, slug }: { site: Site; slug: string }) => (
  <>
    <p>Players can see which version they have, and what is newer. Put this line into the README of your list:</p>
    <CopiedText
      id="check-line"
      text={`[Check mine](${new URL(checkPath(site, slug), site.url).href}): which version do you have?`}
      button="Copy line"
    />
  </>
)
