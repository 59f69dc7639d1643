// Uses the typed client against the built server: node test/smoke-client.js ADDRESS TOKEN FILE...
import assert from 'node:assert/strict'
import { createCatalogClient, listForm } from 'mod-list-catalog/client'

const [baseUrl, token, ...files] = process.argv.slice(2)
const client = createCatalogClient({ baseUrl, token })
const fields = { name: 'By the client', game: 4, description: 'smoke' }

const created = await client.POST('/v1/lists', { body: await listForm(fields, files) })
assert.equal(created.response.status, 201, created.error?.message)
const params = { path: { slug: created.data.data.slug } }

const shown = await client.GET('/v1/lists/{slug}', { params })
assert.equal(shown.data.data.files.length, files.length)
assert.equal(shown.data.data.author.name, 'bob')

const other = { path: { slug1: params.path.slug, slug2: 'my-profile-2' } }
const compared = await client.GET('/v1/compare/{slug1}/{slug2}', { params: other })
assert.ok(compared.data.data.diffs.length > 0)

const refused = await client.POST('/v1/lists', { body: await listForm(fields, []) })
assert.equal(refused.response.status, 422)
assert.match(refused.error.message, /files/)

assert.equal((await client.DELETE('/v1/lists/{slug}', { params })).response.status, 204)
