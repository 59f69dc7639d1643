import { parse } from 'content-disposition'
import iconv from 'iconv-lite'
import { describe, expect } from 'vitest'
import { it } from '../support/history.ts'
import { asBytes, fillList, MODLIST, ODD_NAMES, utf16be, utf16le } from '../support/requests/forms.ts'

const DAY = 24 * 3_600_000
const TEXT = 'Größe “x”\r\nab\rcd\n\r\n'
const RAW = '/v1/lists/my-list/files/modlist.txt/raw'

describe('GET /v1/lists/{slug}/files/{name}/raw', () => {
  it.for([
    ['utf-8', Buffer.from(TEXT)],
    ['utf-8', Buffer.from(`\ufeff${TEXT}`)],
    ['utf-8', Buffer.from('')],
    ['utf-16le', utf16le(TEXT)],
    ['utf-16be', utf16be(TEXT)],
    ['windows-1252', iconv.encode(TEXT, 'windows-1252')],
  ] as const)('returns the exact bytes, with charset %s', async ([charset, content], { api }) => {
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': content }).expect(201)
    const { body, headers } = await asBytes(api.get(RAW)).expect(200)

    expect(body).toEqual(content)
    expect(headers).toMatchObject({
      'content-type': `text/plain; charset=${charset}`,
      'content-length': String(content.length),
      'content-disposition': 'attachment; filename=modlist.txt',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    })
  })

  it.for(ODD_NAMES)('sends the name %j to current clients, and a safe name to old clients', async (name, { api }) => {
    await fillList(api.post('/v1/lists'), {}, { [name]: name })
    const { body, headers } = await asBytes(api.get(`/v1/lists/my-list/files/${encodeURIComponent(name)}/raw`))

    expect(body.toString()).toBe(name)
    const disposition = headers['content-disposition'] ?? ''
    expect(parse(disposition)).toEqual({ type: 'attachment', parameters: expect.objectContaining({ filename: name }) })
    const { filename } = parse(disposition, { extended: false }).parameters
    expect(filename).toMatch(/^[ -~]+$/)
    expect(filename).not.toMatch(/["%*/:<>?\\|]/)
  })

  it('returns 304 if the client has the current file, and 200 otherwise', async ({ api, save }) => {
    await save()
    const { headers } = await api.get(RAW)
    const tag = headers.etag ?? ''
    expect(tag).toMatch(/^"[\w-]{22}"$/)

    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await api.get(RAW).set('If-None-Match', known).expect(304)
      expect(answer.text).toBe('')
      expect(answer.headers.etag).toBe(tag)
    }
    await api.get(RAW).set('If-None-Match', '"other"').expect(200)
    await save({}, { 'modlist.txt': 'changed' })
    const changed = await api.get(RAW).set('If-None-Match', tag).expect(200)
    expect(changed.headers.etag).not.toBe(tag)
  })

  it.for([
    ['bytes=0-3', '0-3'],
    ['bytes=0-0', '0-0'],
    ['bytes=5-', '5-9'],
    ['bytes=5-1000', '5-9'],
    ['bytes=-3', '7-9'],
    ['bytes=-1000', '0-9'],
    ['BYTES=9-9', '9-9'],
  ] as const)('returns the range %s', async ([range, given], { api }) => {
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': '0123456789' })
    const { body, headers } = await asBytes(api.get(RAW).set('Range', range)).expect(206)

    const [first, last] = given.split('-').map(Number)
    expect(body.toString()).toBe('0123456789'.slice(first, (last ?? 0) + 1))
    expect(headers).toMatchObject({
      'content-range': `bytes ${given}/10`,
      'content-length': String(body.length),
      'content-type': 'text/plain; charset=utf-8',
      etag: expect.any(String),
    })
  })

  it.for(['bytes=10-', 'bytes=1000-2000', 'bytes=-0'])(
    'returns 416 for %s of a file of ten bytes',
    async (range, { api }) => {
      await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': '0123456789' })
      const { body, headers, type } = await api.get(RAW).set('Range', range).expect(416)

      expect({ type, range: headers['content-range'] }).toEqual({ type: 'application/json', range: 'bytes */10' })
      expect(body).toEqual({ message: 'The range is outside the file, which has 10 bytes.' })
    },
  )

  it('returns a range only if If-Range names the current file', async ({ api }) => {
    await fillList(api.post('/v1/lists'))
    const { headers } = await api.get(RAW)
    const ask = (condition: string) => api.get(RAW).set('Range', 'bytes=0-3').set('If-Range', condition)

    await ask(headers.etag ?? '').expect(206)
    await ask('"other"').expect(200)
    await ask(`W/${headers.etag}`).expect(200)
    await ask('Fri, 20 Nov 2026 08:30:00 GMT').expect(200)
    await ask('"other"').set('Range', 'bytes=5000-').expect(200)
    await ask(headers.etag ?? '')
      .set('If-None-Match', headers.etag ?? '')
      .expect(304)
  })

  it('answers HEAD with the headers of the whole file, even if a range is requested', async ({ api }) => {
    await fillList(api.post('/v1/lists'))
    const whole = await api.get(RAW)
    for (const head of [await api.head(RAW).expect(200), await api.head(RAW).set('Range', 'bytes=0-3').expect(200)]) {
      for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'accept-ranges']) {
        expect(head.headers[name], name).toBe(whole.headers[name])
      }
      expect(head.text).toBeUndefined()
    }
    await api
      .head(RAW)
      .set('If-None-Match', whole.headers.etag ?? '')
      .expect(304)
  })

  it('returns the same response under /download/{clean_name}', async ({ api }) => {
    await fillList(api.post('/v1/lists'), {}, { 'Größe 1.txt': MODLIST })
    const { headers: known } = await api.get('/v1/lists/my-list/files/Gr%C3%B6%C3%9Fe%201.txt/raw').expect(200)
    const answerOf = async (
      path: string,
      method: 'get' | 'head' | 'options' | 'post',
      sent: Record<string, string>,
    ) => {
      const { status, headers, body } = await asBytes(api[method](path).set(sent))
      const { date: _, 'x-request-id': __, ...described } = headers
      return { status, described, body: String(body) }
    }
    for (const [method, sent, status] of [
      ['get', {}, 200],
      ['head', {}, 200],
      ['get', { Range: 'bytes=2-5' }, 206],
      ['get', { Range: 'bytes=2-5', 'If-Range': '"other"' }, 200],
      ['get', { Range: 'bytes=1000-' }, 416],
      ['get', { 'If-None-Match': known.etag ?? '' }, 304],
      ['options', {}, 204],
      ['post', {}, 405],
    ] as const) {
      for (const name of ['Größe 1.txt', 'grösse 1.txt', 'GRÖßE 1.TXT'.normalize('NFD')].map(encodeURIComponent)) {
        const answer = await answerOf(`/v1/lists/my-list/download/${name}`, method, sent)
        expect(answer).toEqual(await answerOf(`/v1/lists/my-list/files/${name}/raw`, method, sent))
        if (name === encodeURIComponent('Größe 1.txt')) expect(answer.status).toBe(status)
      }
    }
    await api.get('/v1/lists/my-list/download/another').expect(404, { message: 'File not found.' })
    await api.get('/v1/lists/another/download/modlist.txt').expect(404, { message: 'List not found.' })
  })

  it('returns 404 in JSON for a list or file that does not exist, and for an expired list', async ({ api, clock }) => {
    await fillList(api.post('/v1/lists'))
    await api.get('/v1/lists/another/files/modlist.txt/raw').expect(404, { message: 'List not found.' })
    await api.get('/v1/lists/my-list/files/another/raw').expect(404, { message: 'File not found.' })
    await api.get('/v1/lists/my-list/files/..%2Fmodlist.txt/raw').expect(404, { message: 'File not found.' })
    clock.advance(DAY)
    const { type } = await api.get(RAW).expect(404, { message: 'List not found.' })
    expect(type).toBe('application/json')
  })
})
