import { expect } from 'vitest'
import { joinAs } from '../../support/accounts/people.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { appWithRoutes } from '../../support/requests/openapi/routes.ts'

/** The forms that name a row by its id. */
const FORMS = [
  '/account/passkeys/remove',
  '/account/passkeys/rename',
  '/account/sessions/end',
  '/account/disconnect',
  '/account/tokens/revoke',
]

it.for(FORMS)(
  '%s takes an id only in decimal digits and within its range, and changes nothing otherwise',
  async (path, { api, catalog, db }) => {
    const { routes } = await appWithRoutes(catalog)
    expect(routes).toContainEqual({ method: 'POST', url: path })
    const { browser } = await joinAs(api, 'Ann')
    await browser.submit('/account/tokens', { label: 'mine', 'abilities[]': 'read', lifetime: '30d' })
    const rows = [
      await db.session.findFirstOrThrow(),
      await db.passkey.findFirstOrThrow(),
      await db.apiToken.findFirstOrThrow(),
    ]
    const before = await storedRows(db)
    const others = rows.flatMap(({ id }) => [
      `0x${id.toString(16)}`,
      `${id}e0`,
      `${id}.0`,
      ` ${id}`,
      `0${id}`,
      `+${id}`,
    ])
    for (const id of ['2147483648', '9999999999', '1'.repeat(5_000), '0', '-1', '', 'x', ...others]) {
      const { status } = await browser.submit(path, { id, name: 'Renamed' })
      expect({ id, isFault: status >= 500 }).toEqual({ id, isFault: false })
    }
    expect(await storedRows(db)).toEqual(before)
    expect(await db.session.count()).toBe(1)
  },
)
