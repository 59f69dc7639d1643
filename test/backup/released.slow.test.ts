import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import supertest from 'supertest'
import { describe, expect } from 'vitest'
import { TABLES } from '../../src/backup/format.ts'
import { exportCatalog } from '../../src/backup/service.ts'
import { schemaState } from '../../src/db/migrations.ts'
import { it } from '../support/backup.ts'
import { readLines, writeChecked } from '../support/backup-lines.ts'
import { printedBy, run } from '../support/commands/run.ts'
import { undoLastMigration } from '../support/database/migrations.ts'
import { connected, emptyDatabase } from '../support/database/own.ts'
import { query } from '../support/database/query.ts'
import { serve } from '../support/requests/wire.ts'

/** A backup of version 1.0.0. Every later version must import it; a later release adds its own. */
const BACKUP = fileURLToPath(new URL('fixtures/1.0.0.backup.gz', import.meta.url))

/** The secrets of that catalog. The backup contains only their hashes. */
const TOKEN = 'mlc_pssqOAgMgyyEAllI7IFG7cTYnbnUJNXsNMCzqd4MMQM'
const OWNER_KEY = 'mlk_noz6qAPibN9QITw45VcIxtP6g8mORyD_hAVgjxMm1LU'

describe('a backup of a released version', () => {
  it('restores its users, tokens, owner keys, files, and lists with their histories', async ({
    catalog,
    bare: empty,
  }) => {
    expect(await printedBy(empty.url, 'import', BACKUP)).toBe('Imported 2 users, 2 tokens, 4 lists and 8 files.')
    const api = supertest(`http://127.0.0.1:${await serve({ ...catalog, db: empty.db })}`)
    const asAda = { Authorization: `Bearer ${TOKEN}` }

    expect(await empty.db.user.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { name: 'Ada', verified: true },
      { name: 'Bób Ünï', verified: false },
    ])
    expect(await empty.db.apiToken.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { label: 'laptop', abilities: ['create', 'read', 'update', 'delete'], revokedAt: null },
      { label: null, abilities: ['create'], revokedAt: expect.any(Date) },
    ])

    expect(await empty.db.passkey.findMany()).toMatchObject([{ userId: 1, name: 'A browser', transports: [] }])
    expect(await empty.db.identity.findMany()).toMatchObject([{ userId: 1, issuer: 'https://id.example' }])
    expect(await empty.db.suspension.findMany()).toMatchObject([{ userId: 2, reason: 'Spam' }])
    expect(await empty.db.report.findMany({ orderBy: { reason: 'asc' } })).toMatchObject([
      { listId: 3, reason: 'malware', outcome: null },
      { listId: 4, reason: 'other', text: 'Ä report', contact: 'me', outcome: 'acted on' },
    ])
    expect(await empty.db.moreReports.findMany()).toMatchObject([{ listId: 3, count: 3 }])
    expect(await empty.db.blockedFile.findMany()).toMatchObject([{ name: 'LICENSE', bytes: 1089, reason: 'Malware' }])
    expect(await empty.db.freedSlug.findMany()).toMatchObject([{ slug: 'freed' }])
    const actions = await empty.db.moderationAction.findMany({ orderBy: { id: 'asc' } })
    expect(actions.map(({ action }) => action)).toEqual(['make moderator', 'hide', 'suspend', 'block'])

    const { body: page } = await api.get('/v1/lists').expect(200)
    expect(page.data.map(({ slug }: { slug: string }) => slug)).toEqual(['my-list', 'ada-urliste'])
    const { body: own } = await api.get('/v1/user/lists').set(asAda).expect(200)
    expect(own.data.map(({ slug }: { slug: string }) => slug)).toEqual(['secret-h5iol5jy', 'ada-urliste'])
    const { body: found } = await api.get('/v1/lists?query=third').expect(200)
    expect(found.meta.total).toBe(1)

    const { body: list } = await api.get('/v1/lists/ada-urliste').expect(200)
    expect(list.data).toMatchObject({
      name: 'Ada Ürliste',
      version: '2',
      description: 'third',
      readme: 'https://example.com/r',
      private: false,
      expires: null,
      created: '2026-11-20T08:30:00.123000Z',
      updated: '2026-11-20T08:30:00.123000Z',
      author: { name: 'Ada', verified: true },
      game: { name: 'TESV Skyrim VR' },
      files: [
        { clean_name: 'modlist.txt', bytes: 19, content: ['+Sky UI', '+New Mod'] },
        { clean_name: 'a "quoted" name.txt', bytes: 0, content: [] },
      ],
    })
    const { body: first } = await api.get('/v1/lists/ada-urliste/revisions/1').expect(200)
    expect(first.data).toMatchObject({ version: '1.10.0', description: 'first', website: 'example.com' })
    expect(first.data.files).toMatchObject([
      { clean_name: 'modlist.txt', content: ['+Sky UI', '-Old Mod'] },
      { clean_name: 'plugins.txt', content: ['*Skyrim.esm', '*Ärger.esp'] },
      { clean_name: 'skyrim ß.ini', content: ['[Gäme]', 'sName=€ "x"'] },
      { clean_name: 'empty.txt', content: [] },
    ])
    await api.get('/v1/lists/ada-urliste/revisions/2').expect(404) // it was private
    const { body: hidden } = await api.get('/v1/lists/ada-urliste/revisions/2').set(asAda).expect(200)
    expect(hidden.data.description).toBe('second, hidden')
  })

  it('lets its tokens and owner keys change their lists, and continues the histories', async ({
    catalog,
    bare: empty,
  }) => {
    await printedBy(empty.url, 'import', BACKUP)
    const api = supertest(`http://127.0.0.1:${await serve({ ...catalog, db: empty.db })}`)
    const change = (slug: string, secret: string) =>
      api.patch(`/v1/lists/${slug}`).set('Authorization', `Bearer ${secret}`).send({ version: '9' })

    await change('my-list-2', OWNER_KEY).expect(404) // it is hidden
    await change('my-list', OWNER_KEY).expect(200)
    await change('ada-urliste', TOKEN).expect(200)
    expect(await empty.db.list.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { slug: 'ada-urliste', version: '9', revisionNumber: 4 },
      { slug: 'secret-h5iol5jy', version: null, revisionNumber: 1 },
      { slug: 'my-list', version: '9', revisionNumber: 2 },
      { slug: 'my-list-2', version: null, revisionNumber: 1 },
    ])
  })

  it('is imported at its migration, and migrated up', async ({ db, empty, file, signIn, url }) => {
    const last = await undoLastMigration(empty.url)
    await query(empty.url, 'DELETE FROM _prisma_migrations WHERE migration_name = $1', [last])
    await query(empty.url, "INSERT INTO users (name, name_key, created_at) VALUES ('Ada', 'ada', now())")
    await exportCatalog({ url: empty.url, clock: () => new Date() }, createWriteStream(file), () => {})
    expect(JSON.parse((await readLines(file))[0] ?? '').migration < last).toBe(true)

    const target = await emptyDatabase()
    expect(await printedBy(target, 'import', file)).toBe('Imported 1 user, 0 tokens, 0 lists and 0 files.')
    expect(await query(target, 'SELECT name FROM users')).toEqual([{ name: 'Ada' }])
    expect(await schemaState(connected(target))).toBe('current')

    await signIn('Bob')
    const before = await db.user.findMany()
    const { status, complained } = await run(url, 'import', file)
    expect([status, complained]).toEqual([
      1,
      expect.stringMatching(/^The tables of this database are of another version/),
    ])
    expect(await db.user.findMany()).toEqual(before)
  })

  it('of a newer version is refused by name of what to do', async ({ empty, file }) => {
    const [first = '', ...rest] = await readLines(BACKUP)
    const newer = { ...JSON.parse(first), migration: '20991231000000_later' }
    await writeChecked(file, [JSON.stringify(newer), ...rest])
    const target = await emptyDatabase()
    expect(await run(target, 'import', file)).toMatchObject({
      status: 1,
      complained: 'This backup is of a newer version. Import it with that version. Nothing was changed.',
    })
    expect(await query(target, "SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([])
    expect((await run(empty.url, 'import', file)).status).toBe(1)
    expect(await empty.db.user.count()).toBe(0)
  })
})

const LEFT_OUT = [
  '_prisma_migrations',
  ...['sessions', 'recovery_codes', 'pending_sign_ins', 'device_codes', 'idempotency_keys'],
  ...['sender_keys', 'list_senders', 'counted_reporters', 'checked_backups', 'name_looks'],
  ...['revision_files', 'released_files', 'unswept_lists', 'list_changes', 'list_totals'],
  ...['mod_names', 'mod_details', 'list_mods', 'mod_counts', 'mod_detail_counts'],
  ...['unindexed_lists', 'mod_readers'],
]

it('every table is either in backups or left out, and none is both', async ({ url, db: _ }) => {
  const tables = await query(url, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
  expect([...TABLES, ...LEFT_OUT].toSorted()).toEqual(tables.map(({ name }) => name))
})
