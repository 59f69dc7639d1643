import type { ListSummary } from '../../lists/schemas.ts'
import type { Listing } from '../../load-order/reading/listing.ts'
import { assetPath } from '../assets.ts'
import { numbersOf } from '../list/numbers.ts'
import { Name } from '../parts/shown-list.tsx'
import type { Site } from '../parts/site.ts'

/** The page of a list that other websites show in a frame: its name, its numbers and a link, without any controls. */
export const EmbeddedList = ({ site, list, listing }: { site: Site; list: ListSummary; listing: Listing }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>{list.name}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <link rel="stylesheet" href={site.base + assetPath('style.css')} />
    </head>
    <body class="embedded">
      <main class="card">
        <h1>
          <a href={`${site.url}/lists/${list.slug}`} target="_blank" rel="noopener">
            <Name of={list.name} />
          </a>
          {list.version !== null && (
            <span class="quiet">
              {' '}
              <Name of={list.version} />
            </span>
          )}
        </h1>
        <p class="meta">{numbersOf(list, listing)}</p>
      </main>
    </body>
  </html>
)
