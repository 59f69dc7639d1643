import { describe, expect } from 'vitest'
import { joinAs, signInBy } from '../../support/accounts/people.ts'
import { changeMeanwhile } from '../../support/database/meanwhile.ts'
import { it } from '../../support/it.ts'
import { plainBrowser } from '../../support/requests/browser-forms.ts'
import { textOf } from '../../support/website/pages.ts'

const lock = 'SELECT FROM users FOR UPDATE'
const change = (holder: { query(sql: string): Promise<unknown> }) => holder.query('DELETE FROM users')

describe('a sign-in to an account that is deleted meanwhile', () => {
  it('is refused on the sign-in page (422): with a passkey', async ({ api, db, url }) => {
    const { device } = await joinAs(api, 'Ann')
    const browser = plainBrowser(api)
    const { status, text } = await changeMeanwhile(url, { lock, change }, () => signInBy(device, browser))
    expect([status, textOf(text)]).toEqual([422, expect.stringContaining('This account has been deleted.')])
    expect(browser.jar.has('__Host-session')).toBe(false)
    expect([await db.session.count(), await db.user.count()]).toEqual([0, 0])
  })

  it('is refused on the sign-in page (422): with a recovery code', async ({ api, db, url }) => {
    const { codes } = await joinAs(api, 'Ann')
    const use = () => plainBrowser(api).submit('/sign-in/recover', { code: codes[0] ?? '' })
    const { status, text } = await changeMeanwhile(url, { lock, change }, use)
    // Both transactions wait for each other: PostgreSQL ends one of them, and either may come first.
    expect([422, 303]).toContain(status)
    if (status === 422) expect(textOf(text)).toMatch(/This account has been deleted\.|This code is not valid\./)
    expect(await db.session.count()).toBe(await db.user.count())
  })
})
