import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { it } from '../../support/it.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { startCommand, upload } from '../../support/processes/programs.ts'
import { programsFolder } from '../../support/processes/programs-folder.ts'
import { documentedRoutes } from '../../support/requests/openapi/caching-table.ts'

/** Matches the build id in the built program, which src/http/response/entity-tag.ts uses. */
const BUILD_ID = /(buildId ?= ?true ?\? ?)"[^"]+"/

/** Copies the built programs and changes the build id. */
async function nextVersion(): Promise<string> {
  const folder = await mkdtemp(join(resolve('dist'), 'tested-next-')) // in dist/, so that Node finds its packages
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(programsFolder(), folder, { recursive: true })
  let changed = 0
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const text = await readFile(join(folder, name), 'utf8')
    const next = text.replace(BUILD_ID, '$1"the next"')
    if (next !== text) changed++
    await writeFile(join(folder, name), next)
  }
  expect(changed).toBeGreaterThan(0)
  return folder
}

/** Starts the server of a folder, and returns its address once it is ready. */
async function start(folder: string, url: string): Promise<string> {
  const port = String(await freePort())
  const environment = { DATABASE_URL: url, PORT: port, PUBLIC_URL: 'http://catalog.example' }
  startCommand([process.execPath, join(folder, 'server.js')], environment)
  const address = `http://127.0.0.1:${port}`
  await expect.poll(() => fetch(`${address}/readyz`).then(({ ok }) => ok, String), { timeout: 90_000 }).toBe(true)
  return address
}

it('entity tags of two versions of the program are equal only if the bytes are equal', async ({ signIn, url }) => {
  const Authorization = await signIn('Ada')
  const [now, next] = [await start(programsFolder(), url), await start(await nextVersion(), url)]
  for (const name of ['One', 'Two']) expect(await upload({ address: now }, name)).toBe(201)

  // Otherwise the index could change a response between two requests.
  const mods = async () => JSON.stringify(await (await fetch(`${now}/v1/games/4/mods`)).json())
  await expect.poll(mods).toContain('"lists_count":2')

  const ofValues: string[] = []
  for (const [path, hasTag] of await documentedRoutes()) {
    if (!hasTag) continue
    const first = await fetch(now + path, { headers: { Authorization } })
    const [etag = '', bytes] = [first.headers.get('etag') ?? '', await first.text()]
    const known = await fetch(next + path, { headers: { Authorization, 'If-None-Match': etag } })
    if (known.status !== 304) ofValues.push(path)
    else expect([path, await (await fetch(next + path, { headers: { Authorization } })).text()]).toEqual([path, bytes])
  }
  expect(ofValues).toEqual(expect.arrayContaining(['/v1/lists/one', '/v1/compare/one/two']))
  expect(ofValues).not.toContain('/v1/lists')
})
