// Makes dist/client a package, so that the typed client can be installed without the server. Part of `npm run build`.
import { copyFile, readFile, writeFile } from 'node:fs/promises'

const FOLDER = 'dist/client'

const README = `# mod-list-catalog-client

Typed client of a mod list catalog, for browsers and for Node 20.19 or later. The reference of a running server is at \`/docs\`.

\`\`\`ts
import { createCatalogClient, listForm } from 'mod-list-catalog-client'

const client = createCatalogClient({ baseUrl: 'http://localhost:3000' })
const body = await listForm({ name: 'My List', game: 4, description: '' }, ['modlist.txt'])
const { data, error } = await client.POST('/v1/lists', { body })
\`\`\`
`

const { version, license, engines, dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
const manifest = {
  name: 'mod-list-catalog-client',
  version,
  description: 'Typed client of a mod list catalog',
  license,
  type: 'module',
  engines,
  exports: { '.': { types: './client.d.ts', default: './client.js' }, './package.json': './package.json' },
  files: ['*.js', '*.d.ts'],
  sideEffects: false,
  dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
}
await writeFile(`${FOLDER}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
await writeFile(`${FOLDER}/README.md`, README)
await copyFile('LICENSE', `${FOLDER}/LICENSE`)
