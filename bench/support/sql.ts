import fastify from 'fastify'
import pg from 'pg'
import { storedFile } from '../../src/lists/writing/uploaded-files.ts'
import { decodeText } from '../../src/text/encoding.ts'
import { splitLines } from '../../src/text/lines.ts'

// A server that answers each request with prepared queries, to measure the cost of the database alone.
const url = process.env.DATABASE_URL ?? ''
const pool = new pg.Pool({ connectionString: url, max: 8 })

const app = fastify({ bodyLimit: 2 ** 23 })
app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.get('/ready', (_, reply) => reply.send('ready'))

app.get<{ Querystring: Record<string, string> }>('/pages', async ({ query }, reply) => {
  const [size, number] = [Number(query['page[size]'] ?? 30), Number(query['page[number]'] ?? 1)]
  const { rows } = await pool.query({
    name: 'pages',
    text: `SELECT l.*, g.name AS game, u.name AS author, u.verified FROM lists l JOIN games g ON g.id = l.game_id
      LEFT JOIN users u ON u.id = l.author_id WHERE NOT l.private AND (l.expires_at IS NULL OR l.expires_at > $1)
      ORDER BY l.created_at DESC, l.id DESC LIMIT $2 OFFSET $3`,
    values: [new Date(), size, size * (number - 1)],
  })
  reply.header('content-type', 'application/json').send(JSON.stringify({ data: rows.map(view) }))
})

app.get<{ Params: { slug: string } }>('/list/:slug', async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: 'list',
    text: `SELECT l.*, g.name AS game, u.name AS author, u.verified, f.name AS file, f.clean_name, f.bytes, f.content, f.created_at AS file_created
      FROM lists l JOIN games g ON g.id = l.game_id LEFT JOIN users u ON u.id = l.author_id
      JOIN list_files lf ON lf.list_id = l.id JOIN files f ON f.id = lf.file_id
      WHERE l.slug = $1 AND (l.expires_at IS NULL OR l.expires_at > $2) ORDER BY lf.position`,
    values: [params.slug, new Date()],
  })
  const files = rows.map((row) => ({
    name: row.file,
    clean_name: row.clean_name,
    bytes: row.bytes,
    content: splitLines(decodeText(row.content)),
    created: row.file_created,
    updated: row.file_created,
  }))
  reply.header('content-type', 'application/json').send(JSON.stringify({ data: { ...view(rows[0]), files } }))
})

let made = 0

app.post('/upload', async (request, reply) => {
  const { fields, files } = partsOf(request.body as Buffer)
  const client = await pool.connect()
  const slug = `made-by-sql-${++made}-${process.pid}`
  const now = new Date()
  await client.query('BEGIN')
  const ids: number[] = []
  for (const { hash, name, cleanName, bytes, pieces } of files.sort((a, b) => Buffer.compare(a.hash, b.hash))) {
    const { rows } = await client.query({
      name: 'file',
      text: `INSERT INTO files (hash, name, clean_name, bytes, content, created_at) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (hash) DO UPDATE SET hash = EXCLUDED.hash RETURNING id`,
      values: [hash, name, cleanName, bytes, Buffer.concat(pieces), now],
    })
    ids.push(rows[0].id)
  }
  const { rows } = await client.query({
    name: 'insert',
    text: `INSERT INTO lists (slug, slug_base, slug_number, name, description, private, created_at, updated_at, game_id)
      VALUES ($1, $1, 1, $2, $3, false, $4, $4, $5) RETURNING *`,
    values: [slug, fields.name, fields.description, now, Number(fields.game)],
  })
  await client.query({
    name: 'placed',
    text: 'INSERT INTO list_files (list_id, position, file_id) SELECT $1, n - 1, id FROM unnest($2::int[]) WITH ORDINALITY AS t(id, n)',
    values: [rows[0].id, ids],
  })
  await client.query('COMMIT')
  client.release()
  reply
    .code(201)
    .header('content-type', 'application/json')
    .send(JSON.stringify({ data: view(rows[0]) }))
})

/** Splits a form of the bench into its fields and files. */
function partsOf(body: Buffer) {
  const boundary = body.subarray(0, body.indexOf('\r\n'))
  const fields: Record<string, string> = {}
  const files: ReturnType<typeof storedFile>[] = []
  for (let at = boundary.length + 2, end = 0; end < body.length; at = end + boundary.length + 4) {
    end = body.indexOf(boundary, at) - 2
    if (end < 0) break
    const head = body.indexOf('\r\n\r\n', at)
    const [, name = '', file] = /name="([^"]*)"(?:; filename="([^"]*)")?/.exec(body.toString('utf8', at, head)) ?? []
    const content = body.subarray(head + 4, end)
    if (file === undefined) fields[name] = content.toString()
    else files.push(storedFile({ name: file, pieces: [content] }))
  }
  return { fields, files }
}

const view = (row: Record<string, unknown> = {}) => ({
  name: row.name,
  version: row.version,
  slug: row.slug,
  url: `/v1/lists/${row.slug}`,
  description: row.description,
  website: row.website,
  discord: row.discord,
  readme: row.readme,
  private: row.private,
  expires: row.expires_at,
  created: row.created_at,
  updated: row.updated_at,
  author: row.author && { name: row.author, verified: row.verified },
  game: { id: row.game_id, name: row.game, lists_count: null },
  links: { url: `/lists/${row.slug}`, self: `http://127.0.0.1/v1/lists/${row.slug}` },
})

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.on('SIGTERM', () => process.exit(0))
