import { describe, expect } from 'vitest'
import { it } from '../../support/history.ts'
import { asBytes, utf16le } from '../../support/requests/forms.ts'

const PAST = '/v1/lists/my-list/revisions/1'
const OLD = { 'modlist.txt': '+Old mod\r\n', 'only.ini': utf16le('[a]\r\nb=c') }

describe('the files of a revision', () => {
  it('are the exact bytes that were uploaded, by either name, with ranges and ETag', async ({ api, save }) => {
    await save({}, OLD)
    await save({}, { 'modlist.txt': '+New mod\r\n' })
    const raw = `${PAST}/files/modlist.txt/raw`
    const { body, headers } = await asBytes(api.get(raw)).expect(200)

    expect(body.toString()).toBe(OLD['modlist.txt'])
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename=modlist.txt',
      'accept-ranges': 'bytes',
    })
    const { body: page } = await api.get('/v1/lists/my-list/revisions').expect(200)
    const { name } = page.data[1].files[0]
    expect((await asBytes(api.get(`${PAST}/files/${name}/raw`)).expect(200)).body).toEqual(body)
    expect((await asBytes(api.get(`${PAST}/files/ONLY.ini/raw`)).expect(200)).body).toEqual(OLD['only.ini'])
    await api.get(raw).set('If-None-Match', String(headers.etag)).expect(304)
    const part = await asBytes(api.get(raw).set('Range', 'bytes=1-3')).expect(206)
    expect(part.body.toString()).toBe('Old')
    await api.get(raw).set('Range', 'bytes=100-').expect(416)
    expect((await api.head(raw).expect(200)).headers['content-length']).toBe(String(body.length))
    const now = await asBytes(api.get('/v1/lists/my-list/revisions/2/files/modlist.txt/raw')).expect(200)
    expect(now.body.toString()).toBe('+New mod\r\n')
  })

  it('return 404 if the revision or the file in it does not exist', async ({ api, save }) => {
    await save({}, OLD)
    await save({}, { 'modlist.txt': 'x', 'new.txt': 'y' })
    for (const path of ['1/files/new.txt/raw', '2/files/only.ini/raw', '3/files/modlist.txt/raw', 'x/download']) {
      await api.get(`/v1/lists/my-list/revisions/${path}`).expect(404)
    }
  })

  it('are visible only to those who can see the revision', async ({ ada, api, save }) => {
    await save({ private: '1' }, OLD)
    await save({}, OLD)
    for (const path of [`${PAST}/download`, `${PAST}/files/modlist.txt/raw`]) {
      await api.get(path).set(ada).expect(200)
      await api.get(path).expect(404)
    }
  })
})
