import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished } from 'vitest'
import { makeSignInCode } from '../../../src/accounts/recovery-service.ts'
import { joinAs, uploadBy } from '../../support/accounts/people.ts'
import { it } from '../../support/it.ts'
import { cookieHeader, plainBrowser } from '../../support/requests/browser-forms.ts'
import { asBytes } from '../../support/requests/forms.ts'

describe('deleting an account', () => {
  it('deletes everything of the account at once, including its lists', async ({ api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    await joinAs(api, 'Bob')
    await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    const { headers } = await browser.submit('/account/delete', { confirmation: 'ann', fate: 'delete' })
    expect([headers.location, [...browser.jar.keys()]]).toEqual(['/', []])
    await api.get('/v1/lists/mine').expect(404)
    expect(await db.user.findMany({ include: { _count: true } })).toMatchObject([
      { name: 'Bob', _count: { passkeys: 1 } },
    ])
    expect([await db.passkey.count(), await db.session.count(), await db.recoveryCode.count()]).toEqual([1, 1, 10])
  })

  it('keeps the lists if the user chose that, without author, key or name', async ({ api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    await browser.submit('/account/delete', { confirmation: 'Ann', fate: 'keep' })
    const { body } = await api.get('/v1/lists/mine').expect(200)
    expect(body.data).toMatchObject({ author: null, expires: null })
    expect(await db.ownerKey.count()).toBe(0)
    for (const [search, total] of [
      ['ann', 0],
      ['mine', 1],
    ] as const) {
      expect((await api.get(`/v1/lists?filter[search]=${search}`)).body.meta.total).toBe(total)
    }
  })

  it('requires the name and a choice for the lists, and changes nothing without them', async ({ api, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    await uploadBy(api, browser, { name: 'Mine' }).expect(303)
    for (const wrong of [
      { confirmation: 'Bob', fate: 'delete' },
      { confirmation: 'Ann' },
      { confirmation: 'Ann', fate: 'x' },
    ]) {
      expect((await browser.submit('/account/delete', wrong as Record<string, string>)).status).toBe(422)
    }
    expect((await plainBrowser(api).submit('/account/delete', { confirmation: 'Ann' })).headers.location).toBe(
      '/sign-in',
    )
    expect([await db.user.count(), await db.list.count()]).toEqual([1, 1])
  })
})

describe('the download of a user’s data', () => {
  it('is a zip of all rows without hashes, and of all files, even of hidden lists', async ({ api, clock, db }) => {
    const { browser } = await joinAs(api, 'Ann')
    for (const name of ['Mine', 'Hidden']) await uploadBy(api, browser, { name }).expect(303)
    await db.list.updateMany({ where: { slug: 'hidden' }, data: { hiddenAt: clock.now } })
    const folder = mkdtempSync(join(tmpdir(), 'mod-list-catalog-data-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { body, headers } = await asBytes(api.get('/account/data').set('Cookie', cookieHeader(browser.jar)))
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' })
    writeFileSync(join(folder, 'data.zip'), body)
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'data.zip'), folder])
    const account = JSON.parse(readFileSync(join(folder, 'account.json'), 'utf8'))
    expect(account).toMatchObject({ name: 'Ann', passkeys: [{}], sessions: [{}], lists: [{ slug: 'mine' }, {}] })
    expect(JSON.stringify(account)).not.toContain('"hash"')
    for (const slug of ['mine', 'hidden']) expect(readdirSync(join(folder, 'lists', slug))).toEqual(['modlist.txt'])
    expect((await plainBrowser(api).open('/account/data')).status).toBe(303)
  })
})

describe('a sign-in link of the operator', () => {
  it('can be used once, within an hour', async ({ api, catalog, clock, db }) => {
    await joinAs(api, 'Ann')
    const { id } = await db.user.findFirstOrThrow()
    const [code, late] = [await makeSignInCode(catalog, id), await makeSignInCode(catalog, id)]
    const use = (text: string) => plainBrowser(api).submit('/sign-in/recover', { code: text })
    expect((await use(code)).status).toBe(303)
    expect((await use(code)).status).toBe(422)
    clock.advance(3_600_000)
    expect((await use(late)).status).toBe(422)
    expect(await db.recoveryCode.count({ where: { expiresAt: null } })).toBe(10)
  })
})
