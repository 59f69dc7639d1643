import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished } from 'vitest'
import type { CompareContext } from '../../src/compare/differ.ts'
import { it } from '../support/it.ts'
import { fillList, MODLIST } from '../support/requests/forms.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, type Part } from '../support/requests/parts.ts'
import { chunked, get, headOf, lines, request, send, serve } from '../support/requests/wire.ts'

const run = promisify(execFile)

/** Requests a list and returns its data. */
const show = async (port: number, slug: string) => JSON.parse((await get(port, `/v1/lists/${slug}`)).text).data

const fieldParts = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]): Part => [`name="${name}"`, value])

const FILE_PART: Part = ['name="files[]"; filename="modlist.txt"', MODLIST]

describe('the mod manager plugin', () => {
  const upload = (fields: Record<string, string>, ...files: [name: string, type: string, content: string][]) => {
    const fileParts = files.map(
      ([name, type, content]): Part => [`name="files[]"; filename="${name}"\r\nContent-Type: ${type}`, content],
    )
    const headers = ['Accept-Encoding: identity', 'Accept: application/json', `Content-Type: ${FORM_TYPE}`]
    return request(headOf('POST /v1/lists', ...headers), formBody([...fieldParts(fields), ...fileParts]))
  }
  const file: [string, string, string] = ['modlist.txt', 'text/plain', MODLIST]
  const blank = { name: 'My List', version: '', description: '', website: '', discord: '', readme: '', expires: '' }

  it('can create a list with all text fields sent empty', async ({ catalog }) => {
    const port = await serve(catalog)
    const plugins: [string, string, string] = ['plugins.txt', 'application/octet-stream', '*Skyrim.esm\r\n']
    const answer = await send(port, upload({ ...blank, game: '4', private: '0' }, file, plugins))

    expect(answer).toMatchObject({ status: 201, headers: { connection: 'close' } })
    expect(answer.headers).not.toHaveProperty('content-encoding')
    const empty = { version: null, description: null, website: null, discord: null, readme: null }
    expect(JSON.parse(answer.text).data).toMatchObject({ slug: 'my-list', private: false, ...empty })
    const content = ['+Unofficial Patch', '+Sky UI', '-Optional_separator']
    expect((await show(port, 'my-list')).files).toMatchObject([
      { clean_name: 'modlist.txt', bytes: MODLIST.length, content },
      { clean_name: 'plugins.txt', bytes: 13, content: ['*Skyrim.esm'] },
    ])
  })

  it('can show the message of an error, which never has data', async ({ catalog, db }) => {
    const port = await serve(catalog)
    const { status, text } = await send(port, upload({ ...blank, game: '4', private: '0', name: '' }))

    expect(status).toBe(422)
    expect(JSON.parse(text)).not.toHaveProperty('data')
    expect(JSON.parse(text).message).toEqual(expect.stringMatching(/./))
    expect(await db.list.count()).toBe(0)
  })
})

describe('the installer tool', () => {
  const field = (name: string, value: string) => [
    '--=_in (1):x',
    `Content-Disposition: form-data; name=${name}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    value,
  ]
  const body = lines(
    ...field('name', 'Ünïcode'),
    ...field('description', 'From the installer'),
    ...field('game_id', '8'),
    ...field('is_private', 'True'),
    ...field('expires_at', '3h'),
    '--=_in (1):x',
    "Content-Disposition: form-data; name=files[]; filename=modlist.txt; filename*=utf-8''modlist.txt",
    '',
    MODLIST,
    '--=_in (1):x',
    `Content-Disposition: form-data; name="files[]"; filename="=?utf-8?B?w6l0w6kg4oKsLmluaQ==?="; filename*=utf-8''%C3%A9t%C3%A9%20%E2%82%AC.ini`,
    '',
    '[General]',
    '--=_in (1):x--',
    '',
  )
  const head = headOf('POST /v1/lists', 'Content-Type: multipart/form-data; boundary="=_in (1):x"')

  it('can send a quoted boundary, bare names, filename*, typed text and old field names', async ({ catalog }) => {
    const port = await serve(catalog)
    const { status, text } = await send(port, request(head, body))

    expect({ status, text }).toMatchObject({ status: 201 })
    const { slug } = JSON.parse(text).data
    const list = await show(port, slug)
    expect(list).toMatchObject({ name: 'Ünïcode', description: 'From the installer', private: true, game: { id: 8 } })
    expect(list.expires).toBe('2026-11-20T11:30:00.123000Z')
    expect(list.files).toMatchObject([
      { clean_name: 'modlist.txt', bytes: MODLIST.length },
      { clean_name: 'été €.ini', content: ['[General]'] },
    ])
  })

  it('gets JSON without Accept and User-Agent', async ({ catalog, db }) => {
    const port = await serve(catalog)
    const { status, headers, text } = await send(port, request(head, body.replace('game_id', 'game_ID')))

    expect({ status, type: headers['content-type'] }).toEqual({ status: 422, type: 'application/json; charset=utf-8' })
    expect(JSON.parse(text).errors).toEqual({ game: ['The game field is required.'] })
    expect(await db.list.count()).toBe(0)
  })
})

it('the launcher can upload in chunks, without a space in the content type', async ({ catalog }) => {
  const port = await serve(catalog)
  const body = formBody([...fieldParts({ name: 'Launched', game: '30', description: 'x' }), FILE_PART])
  const head = headOf('POST /v1/lists', `Content-Type: ${FORM_TYPE.replace('; ', ';')}`, 'Transfer-Encoding: chunked')
  const { status, text } = await send(port, lines(...head, '', ''), chunked(body, 7))

  expect({ status, text }).toMatchObject({ status: 201 })
  expect((await show(port, 'launched')).files).toMatchObject([{ clean_name: 'modlist.txt', bytes: MODLIST.length }])
})

describe('curl', () => {
  /** Runs curl in a folder with the files to upload. Returns the status and the body, and its trace. */
  async function curl(catalog: CompareContext, files: Record<string, string>, ...args: string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-curl-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    const address = `http://127.0.0.1:${await serve(catalog)}/v1/lists`
    const form = ['-F', 'name=Curled', '-F', 'game=4', '-F', 'description=x']
    const options = { cwd: folder, maxBuffer: 2 ** 26 }
    const { stdout, stderr } = await run('curl', ['-sv', '-w', '\n%{http_code}', ...form, ...args, address], options)
    const [, body = '', status] = /^(.*)\n(\d+)$/s.exec(stdout) ?? []
    return { status: Number(status), body: JSON.parse(body), trace: stderr }
  }

  it('can upload a file with -F', async ({ catalog, db }) => {
    const answer = await curl(catalog, { 'modlist.txt': MODLIST }, '-F', 'files[]=@modlist.txt')

    expect(answer).toMatchObject({ status: 201, body: { data: { slug: 'curled' } } })
    expect(await db.file.findMany()).toMatchObject([
      { cleanName: 'modlist.txt', content: new Uint8Array(Buffer.from(MODLIST)) },
    ])
  })

  it('gets a hint if it sends the name of a file instead of the file', async ({ catalog, db }) => {
    const answer = await curl(catalog, {}, '-F', 'files[]=modlist.txt')

    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('@') } })
    expect(await db.list.count()).toBe(0)
  })
})

it('PHP and axios can number their files, which keep their order', async ({ api }) => {
  const { body } = await fillList(api.post('/v1/lists'), {}, {})
    .attach('files[0]', Buffer.from('one'), 'b.txt')
    .attach('files[1]', Buffer.from('two'), 'a.txt')
    .attach('files[10]', Buffer.from('three'), 'c.txt')
    .expect(201)

  const { body: shown } = await api.get(body.data.url).expect(200)
  expect(shown.data.files.map((file: { clean_name: string }) => file.clean_name)).toEqual(['b.txt', 'a.txt', 'c.txt'])
})

it('a game plugin in C++ gets the version as the string that it sent', async ({ api }) => {
  for (const version of ['1.10.0', '1.10', '007', '1e3', 'true', 'null']) {
    const { body } = await fillList(api.post('/v1/lists'), { version }).expect(201)
    expect(body.data.version).toBe(version)
    expect((await api.get(body.data.url).expect(200)).body.data.version).toBe(version)
  }
})

describe('a form from a browser or curl', () => {
  const upload = (port: number, name: string) => {
    const form = formBody([...FIELD_PARTS, [`name="files[]"; filename="${name}"`, 'a']])
    return send(port, request(headOf('POST /v1/lists', `Content-Type: ${FORM_TYPE}`), form))
  }

  it('can have quotes in a file name as %22, and percent signs as they are', async ({ catalog }) => {
    const port = await serve(catalog)
    for (const [sent, name] of [
      ['q%22uo%22.txt', 'q"uo".txt'],
      ['100%25 %41%zz%.txt', '100%25 %41%zz%.txt'],
    ] as const) {
      const { status, text } = await upload(port, sent)
      expect({ status, text }).toMatchObject({ status: 201 })
      expect((await show(port, JSON.parse(text).data.slug)).files).toMatchObject([{ clean_name: name }])
    }
  })

  it('is refused if a file name has line ends, as %0D and %0A', async ({ catalog, db }) => {
    const port = await serve(catalog)
    for (const name of ['a%0D%0Ab.txt', 'a%0ab.txt', 'a%0d.txt']) {
      const { status, text } = await upload(port, name)
      expect({ status, text }).toEqual({ status: 422, text: expect.stringContaining('is not allowed') })
    }
    expect([await db.list.count(), await db.file.count()]).toEqual([0, 0])
  })
})
