import { describe, expect } from 'vitest'
import { it } from '../../support/it.ts'
import { CRASH_LOGGER, TRAINWRECK } from '../../support/profiles/logs.ts'
import { makeLists } from '../../support/requests/forms.ts'

type Api = Parameters<typeof makeLists>[0]

const page = async (api: Api, path: string) => (await api.get(path).set('Accept', 'text/html').expect(200)).text

describe('the page of a list with a crash log', () => {
  it('says first what crashed, and links the plugins that are named to their rows', async ({ api }) => {
    await makeLists(api, { One: { 'crash-2023-12-10-13-03-48.log': CRASH_LOGGER } })
    const html = await page(api, '/lists/one')
    expect(html).toContain('<h2>Crash</h2>')
    expect(html).toContain('EXCEPTION_ACCESS_VIOLATION at <code>skee64.dll+1DAE5</code>')
    expect(html).toContain('<span>2023-12-10T13:03:48</span>')
    expect(html.indexOf('id="crash"')).toBeLessThan(html.indexOf('class="rows"'))
    const [, row] = /\?tab=plugins#([^"]+)">Lux\.esp</.exec(html) ?? []
    expect(row).toMatch(/^crash-2023-12-10-13-03-48\.log-L\d+$/)
    expect(html).toContain(`<li id="${row}"`)
    expect(html).toContain('<td>CrashLogger.dll</td><td>1.11.1</td>')
    expect(html).toContain('<input type="hidden" name="list2" value="one"/>')
    expect(html).not.toMatch(/caused|culprit|to blame/i)
  })

  it('says that there is no list of plugins', async ({ api }) => {
    await makeLists(api, { One: { 'a.log': TRAINWRECK }, Two: { 'a.log': `${CRASH_LOGGER}\tERROR\n` } })
    expect(await page(api, '/lists/one')).toContain('This kind of log has no list of plugins.')
    expect(await page(api, '/lists/two')).toContain('The logger could not write the list of plugins.')
    expect(await page(api, '/lists/one')).not.toContain('its mods are not read')
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
