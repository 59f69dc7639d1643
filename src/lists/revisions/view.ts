import type { Urls } from '../../context.ts'
import { timestamp } from '../../text/timestamp.ts'
import type { Revision } from './queries.ts'
import type { RevisionSummary } from './schemas.ts'
import { versionText } from './version-address.ts'

/** Returns the view of a revision. `before` is the revision before it that the client may see, if there is one. */
export function revisionSummary(
  slug: string,
  { number, createdAt, name, version, note, private: isPrivate, files }: Revision,
  before: Revision | undefined,
  urls: Urls,
): RevisionSummary {
  const versions = before && `${versionText(slug, before.number)}/${versionText(slug, number)}`
  return {
    revision: number,
    created: timestamp(createdAt),
    name,
    version,
    note,
    private: isPrivate,
    files: files.map(({ name, cleanName, bytes }) => ({ name, clean_name: cleanName, bytes })),
    links: {
      self: `${urls.api}/v1/lists/${slug}/revisions/${number}`,
      compare: versions === undefined ? null : `${urls.api}/v1/compare/${versions}/changes`,
    },
  }
}
