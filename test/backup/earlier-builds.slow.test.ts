import { fileURLToPath } from 'node:url'
import supertest from 'supertest'
import { describe, expect } from 'vitest'
import { it } from '../support/backup.ts'
import { printedBy } from '../support/commands/run.ts'
import { serve } from '../support/requests/wire.ts'

/** A backup by an earlier build with the migrations of its time. */
const BACKUP = fileURLToPath(new URL('fixtures/version-4.backup.gz', import.meta.url))

/** The secrets of that catalog. The backup contains only their hashes. */
const TOKEN = 'mlc_pssqOAgMgyyEAllI7IFG7cTYnbnUJNXsNMCzqd4MMQM'
const OWNER_KEY = 'mlk_noz6qAPibN9QITw45VcIxtP6g8mORyD_hAVgjxMm1LU'

describe('a backup of an earlier build', () => {
  it('restores its users, tokens, owner keys, files, and lists with their histories', async ({ catalog, empty }) => {
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

  it('lets its tokens and owner keys change their lists, and continues the histories', async ({ catalog, empty }) => {
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
})
