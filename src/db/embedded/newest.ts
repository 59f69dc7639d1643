/** The newest PostgreSQL of the embedded major version when this version of the catalog was made. */
const NEWEST = { major: 18, minor: 6 }

/**
 * Returns a line for operators if an embedded PostgreSQL lacks the fixes of a newer one. `version` is that of its
 * package, such as 18.4.0-beta.17.
 */
export function outdatedLine(version: string): string | undefined {
  const [major, minor] = version.split('.').map(Number)
  if (major !== NEWEST.major || minor === undefined || minor >= NEWEST.minor) return undefined
  return (
    `The embedded PostgreSQL ${major}.${minor} lacks the fixes of ${NEWEST.major}.${NEWEST.minor}. ` +
    'For a public site, use the PostgreSQL of your system (docs/operating.md#moving-to-debians-postgresql).'
  )
}
