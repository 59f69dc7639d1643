import supertest from 'supertest'
import { expect } from 'vitest'
import { openIdProvider, signInAtProvider } from '../../support/accounts/openid-provider.ts'
import { it, type TestFixtures } from '../../support/it.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { startServer } from '../../support/processes/programs.ts'
import { plainBrowser } from '../../support/requests/browser-forms.ts'
import { BROWSER, textOf } from '../../support/website/pages.ts'

it('without HOST and PUBLIC_URL, passkeys and providers work at http://localhost, and the sign-in at 127.0.0.1 leads there', async ({
  url,
  db,
}) => {
  const port = await freePort()
  const site = `http://localhost:${port}`
  const provider = await openIdProvider('nexus', [`${site}/sign-in/nexus/callback`])
  const { address } = await startServer({
    DATABASE_URL: url,
    PORT: String(port),
    OIDC_PROVIDERS: 'nexus',
    OIDC_NEXUS_ISSUER: provider.issuer,
    OIDC_NEXUS_CLIENT_ID: provider.clientId,
    OIDC_NEXUS_CLIENT_SECRET: provider.clientSecret,
  })

  const at = (host: string, path: string) => fetch(host + path, { redirect: 'manual', headers: { accept: BROWSER } })
  for (const path of ['/sign-in?return_to=%2Fdevice', '/sign-in/recover', '/sign-in/name']) {
    for (const host of [address, `http://[::1]:${port}`]) {
      const { status, headers } = await at(host, path)
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([303, site + path, 'no-store'])
    }
    expect((await at(site, path)).status).toBe(200)
  }

  const browser = plainBrowser(supertest(site) as unknown as TestFixtures['api'])
  const options = await browser.submit('/sign-in/name/options', { name: 'Bob', return_to: '' })
  expect([options.status, options.body.rp.id]).toEqual([200, 'localhost'])
  const left = await browser.submit('/sign-in/nexus/start', { return_to: '/upload' })
  const leadsTo = textOf(/http-equiv="refresh" content="0; url=([^"]+)"/.exec(left.text)?.[1] ?? '')
  const answer = await browser.open(await signInAtProvider(leadsTo, 'ann'))
  expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in/name'])
  const made = await browser.submit('/sign-in/name', { name: 'Ann' })
  expect([made.status, made.headers.location]).toEqual([303, '/upload'])
  expect((await browser.open('/account')).text).toContain('Ann')
  expect(await db.user.findMany({ select: { name: true } })).toEqual([{ name: 'Ann' }])
})
