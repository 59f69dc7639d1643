import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { fillList, makeLists } from '../../support/requests/forms.ts'
import { textOf } from '../../support/website/pages.ts'

type Api = Parameters<typeof makeLists>[0]

const cardOf = (html: string) => textOf(/<section class="crash".*?<\/section>/s.exec(html)?.[0] ?? '')

const page = async (api: Api, path: string) => (await api.get(path).set('Accept', 'text/html').expect(200)).text

describe('the page of a list with a crash log', () => {
  it('says first what crashed, and links the plugins that are named to their rows', async ({ api }) => {
    await makeLists(api, { One: { 'crash-2023-12-10-13-03-48.log': CRASH_LOGGER } })
    const html = await page(api, '/lists/one')
    expect(cardOf(html)).toMatch(
      /^Crashed at skee64\.dll\+1DAE5 EXCEPTION_ACCESS_VIOLATION · game 1\.6\.640 · 10 Dec 2023 13:03 · crash-/,
    )
    expect(html.indexOf('class="crash"')).toBeLessThan(html.indexOf('class="tabs"'))
    const [, row] = /\?tab=plugins#([^"]+)"><bdi>Lux\.esp</.exec(html) ?? []
    expect(row).toMatch(/^crash-2023-12-10-13-03-48\.log-L\d+$/)
    expect(html).toContain(`<li id="${row}"`)
    expect(html).not.toContain('<td>CrashLogger.dll</td>')
    expect(html).not.toMatch(/caused|culprit|to blame/i)
  })

  it('has the rest of the log in a tab of its own', async ({ api }) => {
    await makeLists(api, { One: { 'modlist.txt': '+Lux\n', 'crash.log': CRASH_LOGGER } })
    expect(tabsOf(await page(api, '/lists/one'))).toMatch(/Crash log Files 2/)
    const html = await page(api, '/lists/one?tab=log')
    expect(html).toContain('<td>CrashLogger.dll</td><td>1.11.1</td>')
    expect(html).toContain('Called functions, innermost first')
  })

  it('says of each name that is not in the list, or off', async ({ api }) => {
    await makeLists(api, {
      Missing: { 'plugins.txt': '*Other.esp\n', 'crash.log': CRASH_LOGGER },
      Off: { 'plugins.txt': 'Lux.esp\n*Other.esp\n', 'crash.log': CRASH_LOGGER },
      On: { 'plugins.txt': '*Lux.esp\n', 'crash.log': CRASH_LOGGER },
    })
    expect(cardOf(await page(api, '/lists/missing'))).toContain('Lux.esp not in this list')
    expect(cardOf(await page(api, '/lists/off'))).toContain('Lux.esp off')
    expect(cardOf(await page(api, '/lists/on'))).toMatch(/Lux\.esp(?! off| not)/)
  })

  it('shows no personal data, neither in lines nor in diffs', async ({ api }) => {
    const text = (more: string) =>
      `${CRASH_LOGGER}\nComputer Name: ANNS-PC${more}\nD:\\Users\\ann lee\\x\nIP 203.0.113.7\n`
    await makeLists(api, { One: { 'a.log': text('') }, Two: { 'a.log': text(' 2') } })
    for (const path of ['/lists/one?tab=files', '/compare/one/two?tab=files', '/compare/one/two']) {
      const html = await page(api, path)
      for (const secret of ['ANNS-PC', 'ann lee', '203.0.113.7']) expect.soft(html, path).not.toContain(secret)
      if (path.includes('files')) expect(html).toContain('Computer Name: [hidden]')
    }
  })
})

const NEWER = CRASH_LOGGER.replace('v1.6.640', 'v1.6.1170')
  .replace('skee64.dll+001DAE5\tmov', 'hdtSMP64.dll+0031C2A\tmov')
  .replace('CrashLogger.dll v1.11.1', 'CrashLogger.dll v1.12.0\n\tNew.dll v2.0')
  .replace('\tskee64.dll\n', '')

const tabsOf = (html: string) => textOf(/<nav class="tabs".*?<\/nav>/s.exec(html)?.[0] ?? '')
const crashOf = (html: string) => textOf(/<section id="crash">.*?<\/section>/s.exec(html)?.[0] ?? '')
const rowsOf = (html: string) => [...html.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => textOf(row))

describe('the page of a comparison of two crash logs', () => {
  it('says first whether both crash at the same place, and opens the DLLs, with nothing to apply', async ({ api }) => {
    await makeLists(api, { One: { 'a.log': CRASH_LOGGER }, Two: { 'a.log': NEWER } })
    const html = await page(api, '/compare/one/two')
    expect(crashOf(html)).toBe(
      'Crash Crashes at another place: hdtSMP64.dll+31C2A, before skee64.dll+1DAE5 Game version 1.6.640 to 1.6.1170',
    )
    expect(html.indexOf('id="crash"')).toBeLessThan(html.indexOf('class="tabs"'))
    expect(tabsOf(html)).toBe('DLLs 3 Files 1')
    expect(html).not.toContain('id="foot"')
    expect(html).toContain('aria-current="page">DLLs')
    expect(rowsOf(html)).toEqual([
      'Change DLL In One In Two',
      '− only here skee64.dll without a version',
      'updated CrashLogger.dll 1.11.1 1.12.0',
      '+ only there New.dll 2.0',
    ])
    expect(rowsOf(await page(api, '/compare/one/two?tab=files'))).toEqual([])
  })

  it('tells the DLLs in the history of a list, too', async ({ api }) => {
    const { headers } = await fillList(api.post('/v1/lists'), { name: 'One' }, { 'a.log': CRASH_LOGGER }).expect(201)
    const key = String(headers['owner-key'])
    await fillList(
      api.put('/v1/lists/one').set('Authorization', `Bearer ${key}`),
      { name: 'One' },
      { 'a.log': NEWER },
    ).expect(200)
    expect(textOf(await page(api, '/lists/one/history'))).toContain('updated CrashLogger.dll 1.11.1 1.12.0')
  })
})
