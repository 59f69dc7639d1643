import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { it } from '../support/history.ts'
import { asBytes, fillList, MODLIST, utf16be } from '../support/requests/forms.ts'

const DAY = 24 * 3_600_000
const ZIP = '/v1/lists/my-list/download'

const hasUnzip = spawnSync('unzip', ['-v']).status === 0
if (!hasUnzip) console.warn('unzip is not installed: tests that unpack zips are skipped.')

const zone = process.env.TZ
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mod-list-catalog-zip-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

/** Checks and unpacks a zip with `unzip`, and returns the folder. */
function unpack(zip: Buffer): string {
  writeFileSync(join(folder, 'list.zip'), zip)
  const run = (...args: string[]) =>
    execFileSync('unzip', args, { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' } })
  run('-tq', 'list.zip')
  run('-q', 'list.zip', '-d', 'out')
  return join(folder, 'out')
}

describe('GET /v1/lists/{slug}/download', () => {
  it.skipIf(!hasUnzip)('returns a zip of all files, byte for byte, under their clean names', async ({ api }) => {
    const files = {
      'modlist.txt': Buffer.from(MODLIST),
      'empty.txt': Buffer.from(''),
      'utf16.ini': utf16be('[General]\r\nGröße=1\r\n'),
      'ansi.ini': iconv.encode('Größe “x”\r\n', 'windows-1252'),
      'large.txt': Buffer.from('+A mod of a long list\r\n'.repeat(20_000)),
    }
    await fillList(api.post('/v1/lists'), {}, files).expect(201)
    const { body, headers } = await asBytes(api.get(ZIP)).expect(200)

    const unpacked = unpack(body)
    expect(readdirSync(unpacked).sort()).toEqual(Object.keys(files).sort())
    for (const [name, content] of Object.entries(files))
      expect(content.equals(readFileSync(join(unpacked, name)))).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename=my-list.zip',
      'content-length': String(body.length),
      'x-content-type-options': 'nosniff',
    })
  })

  it.skipIf(!hasUnzip)('never contains a name that leads to another drive on Windows', async ({ api }) => {
    await fillList(api.post('/v1/lists'), {}, { 'C:a.txt': '1', 'c_A.txt': '2', 'd:': '3', 'a:b:c': '4', 'ab:c': '5' })
    const { body } = await asBytes(api.get(ZIP)).expect(200)

    const unpacked = unpack(body)
    const contents = readdirSync(unpacked).map((name) => [name, readFileSync(join(unpacked, name), 'utf8')])
    expect(Object.fromEntries(contents)).toEqual({
      '_C_a.txt': '1',
      'c_A.txt': '2',
      d_: '3',
      'a_b:c': '4',
      'ab:c': '5',
    })
  })

  it('returns 304 if the client has the zip of the current files, and 200 after a file changed', async ({
    api,
    save,
  }) => {
    await save()
    const { headers } = await api.get(ZIP)
    const tag = headers.etag ?? ''
    expect(tag).toMatch(/^"[\w-]{22}"$/)

    await api.get(ZIP).set('If-None-Match', tag).expect(304)
    await save({ name: 'Another name' })
    await api.get(ZIP).set('If-None-Match', tag).expect(304)
    await save({}, { 'modlist.txt': 'changed' })
    await api.get(ZIP).set('If-None-Match', tag).expect(200)
  })

  it('returns 404 in JSON for a list that does not exist or has expired', async ({ api, clock }) => {
    await fillList(api.post('/v1/lists'))
    await api.get('/v1/lists/another/download').expect(404, { message: 'List not found.' })
    clock.advance(DAY)
    const { type } = await api.get(ZIP).expect(404, { message: 'List not found.' })
    expect(type).toBe('application/json')
  })
})
