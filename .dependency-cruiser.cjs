// Which imports the house allows, as data for dependency-cruiser: test/project/architecture.slow.test.ts has it look at what tsc makes of
// src/. What is imported as a type alone is not in that, and is free.

/** From the roof to the foundation. A file is of the first layer that it matches, and pure if it matches none. */
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

/** The parts of the catalog. All other folders are crafts that they share. */
const PARTS = '^src/(lists|files|games|accounts|stats|backup|compare|website)/'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from: { path: '^src/', ...from }, to })

const layerRules = LAYERS.slice(1).map(([name, path], index) => {
  const above = LAYERS.slice(0, index + 1).map(([, pattern]) => pattern)
  return rule(`${name}-imports-above`, ONE_WAY, { path, pathNot: above }, { path: above })
})

module.exports = {
  forbidden: [
    ...layerRules,
    rule('circle', 'Imports never go in a circle.', {}, { circular: true }),
    rule('missing', 'What is imported is there.', {}, { couldNotResolve: true, pathNot: '^src/db/generated/' }),
    rule(
      'craft-knows-part',
      'What parts share lies below them.',
      { path: '^src/', pathNot: [PARTS, LAYERS[0][1]] },
      { path: PARTS },
    ),
    rule('routes-of-another', 'Use its service, queries or pure files.', { path: PARTS }, { path: '/routes[.]js$' }),
    rule(
      'knows-website',
      'The website knows the catalog, and nothing the website.',
      { pathNot: ['^src/website/', '^src/app[.]js$'] },
      { path: '^src/website/' },
    ),
    rule('client-imports-server', 'The client stands alone.', { path: '^src/client/' }, { path: '^src/(?!client/)' }),
    rule('server-imports-client', 'The client stands alone.', { pathNot: '^src/client/' }, { path: '^src/client/' }),
    rule(
      'names-fastify',
      'Only app.ts, http/ and routes do.',
      { pathNot: ['^src/app[.]js$', '^src/http/', LAYERS[1][1]] },
      { path: '(^|/)(@fastify/|fastify)' },
    ),
    rule(
      'names-prisma',
      'Only db/ and queries do.',
      { pathNot: ['^src/db/', 'queries[.]js$'] },
      { path: '(^|/)@prisma/|^src/db/generated/' },
    ),
  ],
}
