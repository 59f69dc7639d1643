import fastify from 'fastify'
import pg from 'pg'
import { openDatabase } from '../../src/db/client.ts'
import { formReader } from '../../src/http/request/form.ts'
import type { FormFile } from '../../src/http/request/upload.ts'
import { storedFile } from '../../src/lists/writing/uploaded-files.ts'
import { decodeText } from '../../src/text/encoding.ts'
import { splitLines } from '../../src/text/lines.ts'

// A server that answers each request with one prepared query, to measure the cost of the database alone. /prisma uses
// Prisma's findMany instead.
const url = process.env.DATABASE_URL ?? ''
const pool = new pg.Pool({ connectionString: url, max: 8 })
const db = openDatabase(url)

const app = fastify({ bodyLimit: 2 ** 23 })
app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
const readForm = formReader({ maxFiles: 32, maxFileBytes: 2 ** 20, maxBodyBytes: 2 ** 23 })
app.get('/ready', (_, reply) => reply.send('ready'))

interface Query {
  game?: string
  author?: string
  sort?: string
  size?: string
  number?: string
}

app.get<{ Querystring: Query }>('/pages', async ({ query }, reply) => {
  const { game, author, sort = '-created', size = '30', number = '1' } = query
  const [by, direction] = [
    sort.replace('-', '') === 'created' ? 'created_at' : 'updated_at',
    sort.startsWith('-') ? 'DESC' : 'ASC',
  ]
  const filters = `${game === undefined ? '' : `AND l.game_id = ${Number(game)}`} ${author === undefined ? '' : `AND l.author_id = ${Number(author)}`}`
  const take = Number(size)
  const text = `SELECT l.*, g.name AS game, u.name AS author, u.verified FROM lists l JOIN games g ON g.id = l.game_id
    LEFT JOIN users u ON u.id = l.author_id
    WHERE NOT l.private AND (l.expires_at IS NULL OR l.expires_at > $1) ${filters}
    ORDER BY l.${by} ${direction}, l.id ${direction} LIMIT ${take} OFFSET ${take * (Number(number) - 1)}`
  const { rows } = await pool.query({ name: `pages ${filters} ${sort} ${size} ${number}`, text, values: [new Date()] })
  reply.header('content-type', 'application/json').send(JSON.stringify({ data: rows.map(view) }))
})

app.get<{ Querystring: { game: string; size: string; number: string } }>('/prisma', async ({ query }, reply) => {
  const rows = await db.list.findMany({
    where: { private: false, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }], gameId: Number(query.game) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    include: { game: true, author: true },
    take: Number(query.size),
    skip: Number(query.size) * (Number(query.number) - 1),
  })
  reply.header('content-type', 'application/json').send(JSON.stringify({ data: rows }))
})

app.get('/games', async (_, reply) => {
  const { rows } = await pool.query({
    name: 'games',
    text: `SELECT g.id, g.name, count(l.id)::int AS lists_count FROM games g LEFT JOIN lists l ON l.game_id = g.id
      AND NOT l.private AND (l.expires_at IS NULL OR l.expires_at > $1) GROUP BY g.id ORDER BY g.name_key`,
    values: [new Date()],
  })
  reply.header('content-type', 'application/json').send(JSON.stringify({ data: rows }))
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

app.post('/upload', { preValidation: readForm }, async (request, reply) => {
  const { files: sent, ...fields } = request.body as Record<string, string> & { files: FormFile[] }
  const files = sent.map(storedFile)
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
