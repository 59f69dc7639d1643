import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newDataDir } from '../support/processes/embedded-clients.ts'
import { startCommand, startServer, wordsOf } from '../support/processes/programs.ts'
import { describeInBrowser } from '../support/website/browser.ts'
import { fillUpload } from '../support/website/choosing-files.ts'

const BAD = '+Sky UI\r\n+Home of Ann, 12 Elm Street\r\n'
const GOOD = '+Sky UI\r\n'
const WHY = 'It has the address of a home.'

describeInBrowser('a public site', (openAt) => {
  it('lets a visitor, an author, a moderator and an operator report, hide, correct and find a list', async () => {
    const DATA_DIR = await newDataDir()
    const { address } = await startServer({ DATA_DIR, SITE_NAME: 'Example mods', CONTACT_URL: 'mailto:a@example.com' })
    const { port } = new URL(address)
    const operator = async (line: string, more = {}) => {
      const words = (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''))
      const { status, out, err } = await startCommand(wordsOf('cli', words), { DATA_DIR, PORT: port, ...more }).exit
      expect({ line, status, err }).toMatchObject({ line, status: 0 })
      return out.trim()
    }
    const open = async (options = {}) => (await openAt(`http://localhost:${port}`, options)).page
    const signedIn = async (name: string) => {
      const page = await open()
      await page.goto(await operator(`user sign-in ${name}`))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      return page
    }
    const statusAt = async (page: Page, path: string) => (await page.goto(path))?.status()
    const upload = async (page: Page, name: string, text: string, file?: string) => {
      await page.goto('/upload')
      await fillUpload(page, name, text, file)
      await page.getByRole('button', { name: 'Upload' }).click()
    }

    // The operator makes accounts and a moderator. The author uploads a list.
    for (const name of ['Ann', 'Mo']) await operator(`user create ${name}`)
    await operator('user moderator Mo')
    const author = await signedIn('Ann')
    await upload(author, 'My list', BAD)
    await author.waitForURL('**/lists/my-list')

    // The visitor reports it, without an account, without JavaScript and on a phone.
    const visitor = await open({ javaScriptEnabled: false, viewport: { width: 360, height: 700 } })
    await visitor.goto('/lists/my-list')
    expect(await visitor.getByText('Example mods').first().isVisible()).toBe(true)
    await visitor.getByText('More…').click()
    await visitor.getByRole('link', { name: 'Report' }).click()
    await visitor.getByLabel('Reason').selectOption('personal_data')
    await visitor.getByRole('button', { name: 'Send report' }).click()
    expect(await visitor.getByText('The text field is required for this reason.').first().isVisible()).toBe(true)
    await visitor.getByLabel('What is wrong').fill('Line 2 has my address.')
    await visitor.getByLabel('Contact').fill('visitor@example.com')
    await visitor.getByRole('button', { name: 'Send report' }).click()
    await visitor.getByText('Open.').waitFor()
    const report = visitor.url()

    // The moderator finds the case, hides the list, blocks its file and suspends its author.
    expect(await operator('report list')).toMatch(/my-list +Ann +no +\S+ +personal_data 1$/)
    expect(await operator('report show my-list')).toContain('Contact: visitor@example.com')
    const moderator = await signedIn('Mo')
    await moderator.getByRole('link', { name: 'Moderation (1)' }).click()
    await moderator.getByRole('link', { name: 'My list' }).click()
    for (const shown of ['Line 2 has my address.', 'Contact: visitor@example.com', 'Home of Ann, 12 Elm Street'])
      expect(await moderator.getByText(shown).first().isVisible()).toBe(true)
    await moderator.getByLabel('Reason').fill(WHY)
    await moderator.getByLabel('Block its files').check()
    await moderator.getByLabel('Suspend Ann').check()
    await moderator.getByRole('button', { name: 'Hide list' }).click()
    await moderator.getByText('no open cases').waitFor()
    await moderator.getByRole('link', { name: 'Moderation', exact: true }).waitFor() // without a number

    // Nobody finds the list any more, and the visitor sees what became of the report.
    for (const path of ['/lists/my-list', '/v1/lists/my-list', '/v1/lists/my-list/download'])
      expect([path, await statusAt(visitor, path)]).toEqual([path, 404])
    expect(await (await fetch(`${address}/v1/lists`)).text()).not.toContain('my-list')
    await visitor.goto(report)
    expect(await visitor.getByText('Acted on.').isVisible()).toBe(true)

    // The author reads why and downloads the list, but cannot write; nobody can upload the file under another name.
    await author.goto('/account')
    expect(await author.getByText(WHY).first().isVisible()).toBe(true)
    expect(await author.getByText(`Your account is suspended: ${WHY}`).isVisible()).toBe(true)
    const download = author.waitForEvent('download')
    await author.getByRole('button', { name: 'Download zip' }).click()
    expect((await readFile(await (await download).path())).includes('modlist.txt')).toBe(true)
    await upload(author, 'Again', GOOD)
    await author.getByText(`your account is suspended: ${WHY}`).first().waitFor()
    const stranger = await open({ javaScriptEnabled: false })
    await upload(stranger, 'Copy', BAD, 'other.txt')
    await stranger.getByText('This file was taken down: other.txt').first().waitFor()

    // The operator ends the suspension. The author deletes the list and uploads it without the address.
    expect(await operator('user list')).toMatch(/Ann .*suspended|Ann .*yes/s)
    await operator("user suspend Ann --off --reason 'They will mend it.'")
    await author.goto('/lists/my-list/edit')
    expect(await author.getByText(WHY).isVisible()).toBe(true)
    await author.getByRole('button', { name: 'Delete for good' }).click()
    await author.getByText('The list was deleted').waitFor() // the page removes `deleted` from its address
    await upload(author, 'My list', GOOD)
    await author.waitForURL('**/lists/my-list*')
    expect(await statusAt(visitor, new URL(author.url()).pathname)).toBe(200)

    // All of it is in the log, and in the next backup.
    await moderator.goto('/moderation/log')
    const log = (await moderator.locator('main').textContent()) ?? ''
    expect(log).toMatch(/Ended the suspension.*Hid: My list.*by Mo.*1 report closed.*1 file blocked.*author suspended/s)
    const restored = await newDataDir()
    const backup = `${DATA_DIR}.backup`
    await operator(`export ${backup}`)
    await operator(`import ${backup}`, { DATA_DIR: restored })
    const blocks = await operator('block list')
    expect(blocks).toContain('modlist.txt')
    expect(await operator('block list', { DATA_DIR: restored })).toBe(blocks)
  })
})
