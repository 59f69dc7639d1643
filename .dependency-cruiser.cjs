// The imports that src/ allows, as rules for dependency-cruiser. test/project/architecture.slow.test.ts runs it on the
// output of tsc, which has no type imports; those are not restricted.

/** The layers from top to bottom. A file belongs to the first layer that it matches. */
const LAYERS = [
  ['entry', '^src/(server|cli|app|config)[.]js$|^src/(startup|commands)/'],
  ['routes', '/(routes|asset-routes|form-routes|send-(page|pair))[.]js$'],
  ['http', '^src/http/(?!request/paging|response/(byte-range|entity-tag)|cache/cached-response)'],
  ['service', '/(service|patch|public-pages|sweep)[.]js$'],
  ['queries', 'queries[.]js$'],
  ['db', '^src/db/'],
  ['pure', '^src/'],
]
const ONE_WAY = 'routes -> http -> service -> queries -> db -> pure'

/** The parts of the catalog. All other folders are shared code. */
const PARTS = '^src/(lists|files|games|accounts|stats|backup|compare|moderation|website)/'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from: { path: '^src/', ...from }, to })

const layerRules = LAYERS.slice(1).map(([name, path], index) => {
  const above = LAYERS.slice(0, index + 1).map(([, pattern]) => pattern)
  return rule(`${name}-imports-above`, ONE_WAY, { path, pathNot: above }, { path: above })
})

module.exports = {
  forbidden: [
    ...layerRules,
    rule('circle', 'Imports never go in a circle.', {}, { circular: true }),
    rule('missing', 'Every import must exist.', {}, { couldNotResolve: true, pathNot: '^src/db/generated/' }),
    rule(
      'shared-imports-part',
      'Shared code does not import a part of the catalog.',
      { path: '^src/', pathNot: [PARTS, LAYERS[0][1]] },
      { path: PARTS },
    ),
    rule(
      'routes-of-another',
      "Use the other part's service, queries or pure files.",
      { path: PARTS },
      { path: '/routes[.]js$', pathNot: '^src/$1/' },
    ),
    rule(
      'knows-website',
      'Nothing except app.ts imports the website.',
      { pathNot: ['^src/website/', '^src/app[.]js$'] },
      { path: '^src/website/' },
    ),
    rule(
      'client-imports-server',
      'The client imports nothing else.',
      { path: '^src/client/' },
      { path: '^src/(?!client/)' },
    ),
    rule('server-imports-client', 'Nothing imports the client.', { pathNot: '^src/client/' }, { path: '^src/client/' }),
    rule(
      'names-fastify',
      'Only app.ts, http/ and routes import Fastify.',
      { pathNot: ['^src/app[.]js$', '^src/http/', LAYERS[1][1]] },
      { path: '(^|/)(@fastify/|fastify)' },
    ),
    rule(
      'names-prisma',
      'Only db/ and queries import Prisma.',
      { pathNot: ['^src/db/', 'queries[.]js$'] },
      { path: '(^|/)@prisma/|^src/db/generated/' },
    ),
  ],
}
