// The imports that are allowed in src/, as rules of dependency-cruiser. test/project/architecture.slow.test.ts checks them
// twice: on what tsc makes of src/, and on the sources with their type imports kept as imports, because dependency-cruiser
// can't read TypeScript 7. Rules named `value-...` hold only for the first: a type may come from a service, from queries,
// from db/ (such as the type of a row) and from Fastify.

/** The layers from top to bottom. A file belongs to the first layer that its path matches. */
const LAYERS = [
  ['entry', '^src/(server|cli|user-cli|app|config)[.]js$|^src/(startup|commands)/'],
  ['routes', '/(routes|form-routes|send-(page|pair)|error-pages|form/again|sign-in/options)[.]js$'],
  ['http', '^src/http/(?!request/(paging|upload)|response/entity-tag|cache/cached-response|openapi/operation)'],
  ['service', '[/-]service[.]js$|/(patch|public-pages|sweep)[.]js$|^src/website/(?!browser/).*[/-]page[.]js$'],
  ['queries', 'queries[.]js$'],
  ['db', '^src/db/'],
  ['pure', '^src/'],
]
const ONE_WAY = 'routes -> http -> service -> queries -> db -> pure'

/** The number of layers whose rules hold for types too: entry, routes and http. */
const STRICT = 3

/** The parts of the catalog from bottom to top. Parts of one line don't import each other. */
const PARTS = [
  ['senders'],
  ['lists'],
  ['games'],
  ['files', 'mods', 'accounts', 'stats', 'backup'],
  ['compare'],
  ['moderation'],
  ['website'],
]

const folders = (names) => `^src/(${names.join('|')})/`
const ANY_PART = folders(PARTS.flat())

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from: { path: '^src/', ...from }, to })

const patternsAbove = (index) => LAYERS.slice(0, index).map(([, pattern]) => pattern)

const layerRules = LAYERS.slice(1).flatMap(([name, path], at) => {
  const from = { path, pathNot: patternsAbove(at + 1) }
  const strict = rule(`${name}-imports-above`, ONE_WAY, from, { path: patternsAbove(Math.min(at + 1, STRICT)) })
  if (at + 1 <= STRICT) return [strict]
  const above = { path: patternsAbove(at + 1).slice(STRICT), pathNot: patternsAbove(STRICT) }
  return [strict, rule(`value-${name}-imports-above`, ONE_WAY, from, above)]
})

const partRules = PARTS.flatMap((line, at) =>
  line.map((name) => {
    const known = [...PARTS.slice(0, at).flat(), name]
    const other = PARTS.flat().filter((part) => !known.includes(part))
    const comment = 'A part imports only parts below it.'
    return rule(`${name}-imports-part`, comment, { path: folders([name]) }, { path: folders(other) })
  }),
)

module.exports = {
  forbidden: [
    ...layerRules,
    ...partRules,
    rule('circle', 'No file imports itself, directly or through others.', {}, { circular: true }),
    rule('value-missing', 'The imported file exists.', {}, { couldNotResolve: true, pathNot: '^src/db/generated/' }),
    rule(
      'shared-imports-part',
      'A folder that parts share imports no part.',
      { path: '^src/', pathNot: [ANY_PART, LAYERS[0][1]] },
      { path: ANY_PART },
    ),
    rule(
      'workers-import-tasks',
      'The pool of workers knows none of the tasks.',
      { path: '^src/workers/' },
      { path: '^src/(diff|load-order|compare)/' },
    ),
    rule(
      'routes-of-another',
      'A part uses the service, queries or pure files of another.',
      { path: ANY_PART },
      { path: '[/-]routes[.]js$', pathNot: ['^src/$1/', '^src/http/'] },
    ),
    rule(
      'imports-website',
      'Only app.ts imports the website.',
      { pathNot: ['^src/website/', '^src/app[.]js$'] },
      { path: '^src/website/' },
    ),
    rule(
      'client-imports-server',
      'The typed client imports nothing else.',
      { path: '^src/client/' },
      { path: '^src/(?!client/)' },
    ),
    rule(
      'server-imports-client',
      'Nothing imports the typed client, except what it knows about failed connections.',
      { pathNot: '^src/client/' },
      { path: '^src/client/(?!connection-failures)' },
    ),
    rule(
      'value-names-fastify',
      'Only app.ts, http/ and routes import Fastify.',
      { pathNot: ['^src/app[.]js$', '^src/http/', LAYERS[1][1]] },
      { path: '(^|/)(@fastify/|fastify)' },
    ),
    rule(
      'names-pg',
      'Only db/, the hot reads of a part and backups, which COPY, import node-postgres.',
      { pathNot: ['^src/db/', '/hot-queries[.]js$', '^src/backup/service[.]js$'] },
      { path: '(^|/)pg(/|$)' },
    ),
    rule(
      'names-prisma',
      'Only db/ and queries import Prisma.',
      { pathNot: ['^src/db/', 'queries[.]js$'] },
      { path: '(^|/)@prisma/|^src/db/generated/' },
    ),
  ],
}
