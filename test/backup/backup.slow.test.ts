import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import supertest from 'supertest'
import { describe, expect } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { joinAs, signInBy } from '../support/accounts/people.ts'
import { it } from '../support/backup.ts'
import { readLines as lines, writeLines } from '../support/backup-lines.ts'
import { printedBy, run } from '../support/commands/run.ts'
import { NOTHING_STORED, storedRows } from '../support/database/stored.ts'
import { plainBrowser } from '../support/requests/browser-forms.ts'
import { fillList } from '../support/requests/forms.ts'
import { serve } from '../support/requests/wire.ts'

async function everything(db: Database) {
  const order = { orderBy: { id: 'asc' } } as const
  return { ...(await storedRows(db)), users: await db.user.findMany(order), tokens: await db.apiToken.findMany(order) }
}

describe('a backup', () => {
  it('restores users, hashes of tokens, lists and files exactly, and new ids follow theirs', async ({
    api,
    db,
    empty,
    file,
    signIn,
    url,
  }) => {
    const token = await signIn('Ada', { verified: true })
    await signIn('Bob', { abilities: ['read'] })
    await printedBy(url, 'token', 'revoke', '2')
    const binary = { 'utf-16.txt': Buffer.from('\uFEFFa\r\nb', 'utf16le'), 'empty.txt': '', 'ß "x".ini': '[Ä]\r\n' }
    const request = api.post('/v1/lists').auth(token, { type: 'bearer' })
    const created = await fillList(request, { private: '1', version: '1.10.0' }, binary).expect(201)
    const { url: path } = created.body.data
    await fillList(api.put(path).auth(token, { type: 'bearer' }), { name: 'Changed' }, binary).expect(200)
    const { headers } = await fillList(api.post('/v1/lists'), { expires: '3h' }).expect(201)
    await fillList(api.put(path).auth(token, { type: 'bearer' }), {}, { 'past.txt': 'p' }).expect(200)
    await fillList(api.put(path).auth(token, { type: 'bearer' }), { version: '3' }).expect(200)
    await fillList(api.post('/v1/lists'), { name: 'Deleted', expires: 'perm' }).expect(201)
    await db.list.delete({ where: { slug: 'deleted' } })
    await printedBy(url, 'user', 'moderator', 'Ada')
    await printedBy(url, 'user', 'suspend', 'Bob', '--reason', 'Spam', '--until', '2999-01-01')
    await printedBy(url, 'block', 'add', 'package.json', '--reason', 'Malware')
    await api.post('/v1/lists/my-list/reports').send({ reason: 'other', text: 'Ä', contact: 'me' }).expect(202)
    await printedBy(url, 'list', 'hide', created.body.data.slug, '--reason', 'Stolen')
    const reported = await db.report.findFirstOrThrow()
    await db.report.update({ where: { id: reported.id }, data: { sender: null } }) // backups do not contain senders
    const before = await everything(db)
    expect(before.actions).toHaveLength(4)
    expect(before.revisions.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(before.ownerKeys).toMatchObject([{ listId: 2 }])

    expect(await printedBy(url, 'export', file)).toBe('Exported 2 users, 2 tokens, 2 lists and 5 files.')
    expect(await printedBy(empty.url, 'import', file)).toBe('Imported 2 users, 2 tokens, 2 lists and 5 files.')
    expect(await everything(empty.db)).toEqual(before)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    for (const secret of [token, String(headers['owner-key'])]) expect((await lines(file)).join()).not.toContain(secret)
    expect(await printedBy(empty.url, 'user', 'create', 'Cy')).toBe('Created user Cy.')
    expect(await empty.db.user.findMany({ where: { name: 'Cy' } })).toMatchObject([{ id: 3 }])
  })

  it('restores the passkeys and accounts elsewhere of users, who can sign in, but no sessions and no codes', async ({
    api,
    catalog,
    db,
    empty,
    file,
    url,
  }) => {
    const { browser, device, codes } = await joinAs(api, 'Ada')
    const { id: userId } = await db.user.findFirstOrThrow()
    await db.identity.create({
      data: { userId, issuer: 'https://id.example', subject: 'ada', createdAt: new Date(), lastUsedAt: null },
    })
    await api.post('/oauth/device_authorization').type('form').send({ client_id: 'x' }).expect(200)
    await browser.submit('/account/passkeys/options')
    const rows = async (from: Database) => [
      await from.user.findMany(),
      await from.passkey.findMany(),
      await from.identity.findMany(),
    ]
    const before = await rows(db)
    await printedBy(url, 'export', file)
    await printedBy(empty.url, 'import', file)
    expect(await rows(empty.db)).toEqual(before)
    expect([await empty.db.session.count(), await empty.db.recoveryCode.count()]).toEqual([0, 0])
    expect([await empty.db.deviceCode.count(), await empty.db.pendingSignIn.count()]).toEqual([0, 0])
    const text = (await lines(file)).join()
    for (const secret of [...codes, ...browser.jar.values()]) expect(text).not.toContain(secret)
    const port = await serve({ ...catalog, db: empty.db })
    const restored = supertest(`http://127.0.0.1:${port}`) as unknown as typeof api
    expect((await signInBy(device, plainBrowser(restored))).status).toBe(303)
  })

  it('restores the games that were added, with their lists, only into a catalog without added games', async ({
    api,
    db,
    empty,
    file,
    url,
  }) => {
    await printedBy(url, 'game', 'add', "Baldur's Gate 3", '--id', '32', '--nexus', 'baldursgate3')
    await printedBy(url, 'game', 'add', 'Unused')
    await fillList(api.post('/v1/lists'), { game: '32' }).expect(201)
    const games = await db.game.findMany({ orderBy: { id: 'asc' } })
    expect(games).toHaveLength(33)
    await printedBy(url, 'export', file)

    await printedBy(empty.url, 'game', 'add', 'Other')
    const before = await empty.db.game.findMany()
    expect(await run(empty.url, 'import', file)).toMatchObject({
      status: 1,
      complained: expect.stringContaining('This catalog is not empty.'),
    })
    expect(await empty.db.game.findMany()).toEqual(before)
    expect(await empty.db.list.count()).toBe(0)
    await printedBy(empty.url, 'game', 'remove', 'Other')

    expect(await printedBy(empty.url, 'import', file)).toBe('Imported 0 users, 0 tokens, 1 list and 1 file.')
    expect(await empty.db.game.findMany({ orderBy: { id: 'asc' } })).toEqual(games)
    expect(await empty.db.list.findMany()).toMatchObject([{ gameId: 32 }])
    expect(await printedBy(empty.url, 'game', 'add', 'Next')).toBe('35')
  })
})

describe('an import', () => {
  it('restores freed slugs, so that no other list gets them', async ({ api, catalog, db, empty, file, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    await db.list.deleteMany()
    const key = (await fillList(api.post('/v1/lists'), { name: 'Freed' }).expect(201)).headers['owner-key']
    await api.delete('/v1/lists/freed').set('authorization', String(key)).expect(204)
    const before = await everything(db)
    expect(before.freedSlugs).toMatchObject([{ slug: 'freed' }])

    await printedBy(url, 'export', file)
    await printedBy(empty.url, 'import', file)
    expect(await everything(empty.db)).toEqual({ ...before, files: [] })
    const restored = supertest(`http://127.0.0.1:${await serve({ ...catalog, db: empty.db })}`)
    const { body } = await fillList(restored.post('/v1/lists'), { name: 'Freed' }).expect(201)
    expect(body.data.slug).toBe('freed-2')
  })

  it('is refused if the catalog is not empty, and changes nothing', async ({ api, db, file, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    await printedBy(url, 'export', file)
    const before = await everything(db)
    const { status, printed, complained } = await run(url, 'import', file)
    expect([status, printed]).toEqual([1, ''])
    expect(complained).toMatch(/^This catalog is not empty/)
    expect(await everything(db)).toEqual(before)
  })

  const CONTENT = Buffer.from('+Sky UI').toString('hex')
  it.for<[what: string, damage: (file: string) => Promise<unknown>, reason: RegExp]>([
    ['is empty', (file) => truncate(file), /its end is missing|not a backup/],
    ['is truncated', async (file) => truncate(file, (await stat(file)).size - 20), /damaged: its end is missing/],
    ['is text', (file) => writeFile(file, 'hello\n'), /not a backup/],
    ["is another program's", (file) => writeFile(file, gzipSync('{"hello":1}\n')), /not a backup/],
    ['has changed bytes', flipBytes, /damaged/],
    ['is followed by more data', (file) => appendFile(file, gzipSync('{}\n')), /damaged: something follows its end/],
    ['lacks a row', async (file) => writeLines(file, (await lines(file)).toSpliced(1, 1)), /damaged/],
    ['lacks its end', async (file) => writeLines(file, (await lines(file)).slice(0, -1)), /a part of it is missing/],
    [
      'ends within its rows',
      async (file) => writeLines(file, (await lines(file)).slice(0, 2)),
      /a part of it is missing/,
    ],
    ['has a changed content', replaced(CONTENT, CONTENT.replace('2b', '2d')), /its checksum is wrong/],
    [
      'is of a later version',
      replaced('"version":5', '"version":6'),
      /of version 6, and this program reads version 5\. Import it/,
    ],
    ['has text as its version', replaced('"version":5', '"version":"5\\n5"'), /damaged: its first line is not valid/],
    ['has a negative count', replaced('"rows":1', '"rows":-1'), /damaged: its first line is not valid/],
    ['says that it has more rows', replaced('"rows":1', '"rows":2'), /damaged/],
    ['says that it has fewer rows', replaced('"rows":1', '"rows":0'), /damaged/],
  ])('refuses a backup that %s and changes nothing', async ([, damage, reason], { api, empty, file, url }) => {
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': '+Sky UI\r\n' }).expect(201)
    await printedBy(url, 'export', file)
    await damage(file)
    const { status, printed, complained } = await run(empty.url, 'import', file)

    expect([status, printed]).toEqual([1, ''])
    expect(complained).toMatch(reason)
    expect(complained).not.toMatch(/\n/)
    const nothing = { ...NOTHING_STORED, users: [], tokens: [] }
    expect(await everything(empty.db)).toEqual(nothing)
  })
})

async function flipBytes(file: string) {
  const bytes = await readFile(file)
  for (let at = 40; at < 60; at++) bytes[at] = (bytes[at] ?? 0) ^ 0xff
  await writeFile(file, bytes)
}

function replaced(text: string, replacement: string) {
  return async (file: string) => {
    const written = await lines(file)
    const changed = written.map((line) => line.replace(text, replacement))
    expect(changed).not.toEqual(written)
    await writeLines(file, changed)
  }
}
