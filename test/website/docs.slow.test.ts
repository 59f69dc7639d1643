import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { makeSignInCode } from '../../src/accounts/recovery-service.ts'
import { createUser } from '../../src/accounts/service.ts'
import type { CompareContext } from '../../src/compare/differ.ts'
import { it } from '../support/it.ts'
import { startCommand } from '../support/processes/programs.ts'
import { plainBrowser } from '../support/requests/browser-forms.ts'
import { serveAtLocalhost } from '../support/website/signed-in.ts'

/** Serves the website. Returns its address, and a folder into which `write` puts a program as the page shows it. */
async function quickStartsOf(catalog: CompareContext) {
  const address = await serveAtLocalhost(catalog)
  const folder = await mkdtemp(join(tmpdir(), 'catalog-quick-start-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const page = await (await fetch(`${address}/docs`)).text()
  const write = async (id: string, file: string) => {
    const [, code = ''] = new RegExp(`<code id="${id}">(.*?)</code>`, 's').exec(page) ?? []
    expect(code).not.toBe('')
    const text = code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    await writeFile(join(folder, file), `${text}\n`)
  }
  return { address, folder, write }
}

/** Starts a program in a folder, and returns what it prints when it has ended without an error. */
async function run(folder: string, ...words: string[]): Promise<string> {
  const { status, out, err } = await startCommand(words, {}, 'ignore', { cwd: folder }).exit
  expect({ words, status, err }).toEqual({ words, status: 0, err: '' })
  return out
}

describe('a first program of the page /docs works as it is written', () => {
  it('curl: it uploads a list, reads it and deletes it', async ({ catalog, db }) => {
    const { folder, write } = await quickStartsOf(catalog)
    await write('curl', 'first.sh')
    const out = await run(folder, 'sh', '-eu', 'first.sh')
    expect(out).toContain('[x] Frostfall\n[x] SkyUI\n')
    expect(JSON.parse(await readFile(join(folder, 'list.json'), 'utf8'))).toMatchObject({ data: { slug: 'my-list' } })
    expect(await db.list.count()).toBe(0)
  })

  it('login: it waits for a user, and gets a token', async ({ catalog: { ...catalog }, db }) => {
    catalog.clock = () => new Date() // the program may have to ask again
    const { address, folder, write } = await quickStartsOf(catalog)
    const { id } = await createUser(catalog, { name: 'Ann', verified: false })
    const browser = plainBrowser(supertest(address))
    await browser.submit('/sign-in/recover', {
      code: await makeSignInCode(catalog, id),
    })
    await write('login', 'login.sh')
    const program = startCommand(['sh', '-eu', 'login.sh'], {}, 'ignore', { cwd: folder })
    await expect.poll(program.log).toContain('and allow the program.')
    const { user_code: code } = JSON.parse(await readFile(join(folder, 'login.json'), 'utf8')) as { user_code: string }
    const { pathname, search } = new URL(/^Open (\S+) and/.exec(program.log())?.[1] ?? '')
    expect((await browser.open(pathname + search)).text).toContain('my program')
    await browser.submit('/device/answer', { user_code: code, answer: 'allow' })
    const { status, out } = await program.exit
    expect([status, out]).toEqual([0, expect.stringContaining('"name":"Ann"')])
    expect(await db.apiToken.findMany()).toMatchObject([{ abilities: ['create', 'read'] }])
  }, 60_000)
})
