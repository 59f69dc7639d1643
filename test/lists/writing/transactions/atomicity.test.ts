import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import type { Database } from '../../../../src/db/client.ts'
import { linkedRows, NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/history.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { FIELD_PARTS, FORM_TYPE, formBody } from '../../../support/requests/parts.ts'

/** Returns a list in which all fields and files contain the number, and whose number of files depends on it. */
const uniform = (number: number) => {
  const names = Array.from({ length: 1 + (number % 7) }, (_, index) => `${index}.txt`)
  const files = Object.fromEntries(names.map((name) => [name, `state ${number}`]))
  return { fields: { version: `${number}`, description: `state ${number}` }, files }
}

interface Shown {
  version: string
  description: string
  files: { content: string[] }[]
}

function expectUniform({ version, description, files }: Shown) {
  expect(description).toBe(`state ${version}`)
  expect(files.map(({ content }) => content)).toEqual(Array(1 + (Number(version) % 7)).fill([description]))
}

/** Makes the database refuse the second file of every list while `work` runs. */
async function withRefusedFiles(db: Database, work: () => Promise<void>) {
  await db.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a secret'; END $$`
  await db.$executeRaw`
    CREATE TRIGGER refuse BEFORE INSERT ON list_files FOR EACH ROW WHEN (NEW.position = 1) EXECUTE FUNCTION refuse()`
  await work().finally(() => db.$executeRaw`DROP FUNCTION refuse CASCADE`)
}

describe('a read during writes', () => {
  it('returns the old list or the new one during an update, never a mix', async ({ api, save }) => {
    const saveUniform = (number: number) => save(uniform(number).fields, uniform(number).files)
    await saveUniform(0)
    let updating = true
    const seen = new Map<string, string>()
    const readers = [1, 2].map(async () => {
      while (updating) {
        const { body, headers } = await api.get('/v1/lists/my-list').expect(200)
        expectUniform(body.data)
        // An ETag never belongs to two versions.
        const tag = headers.etag ?? ''
        expect(seen.get(tag) ?? body.data.version).toBe(body.data.version)
        seen.set(tag, body.data.version)
      }
    })
    const writing = async () => {
      for (let number = 1; number <= 15; number++) await saveUniform(number)
    }
    await writing().finally(() => {
      updating = false
    })
    await Promise.all(readers)

    expect(seen.size).toBeGreaterThan(2)
    expectUniform((await api.get('/v1/lists/my-list').expect(200)).body.data)
  })

  it('returns a new list with all of its files, or 404', async ({ api }) => {
    const files = Object.fromEntries(Array.from({ length: 32 }, (_, index) => [`${index}.txt`, `${index}`]))
    let creating = true
    const reader = async () => {
      for (let number = 1; creating; ) {
        const { status, body } = await api.get(`/v1/lists/list-${number}`)
        expect([200, 404]).toContain(status)
        if (status === 404) continue
        expect(body.data.files.length).toBe(32)
        number++
      }
    }
    const reading = [reader(), reader()]
    const writing = async () => {
      for (let number = 1; number <= 15; number++) {
        await fillList(api.post('/v1/lists'), { name: `List ${number}` }, files).expect(201)
      }
    }
    await writing().finally(() => {
      creating = false
    })
    await Promise.all(reading)
    expect((await api.get('/v1/lists/list-15').expect(200)).body.data.files.length).toBe(32)
  })
})

describe('a write that fails', () => {
  const two = { 'a.txt': 'a', 'b.txt': 'b' }

  it('stores nothing if the database refuses one file of a new list; the response has no internal details', async ({
    api,
    db,
  }) => {
    await withRefusedFiles(db, async () => {
      const { body } = await fillList(api.post('/v1/lists'), {}, two).expect(500)
      expect(body).toEqual({ message: expect.not.stringMatching(/secret/) })
      expect(await linkedRows(db)).toEqual(NOTHING_STORED)
    })
  })

  it('changes nothing if the database refuses one file of an update', async ({ ada, api, db, save }) => {
    await save()
    const before = await linkedRows(db)

    await withRefusedFiles(db, async () => {
      const put = api.put('/v1/lists/my-list').set(ada)
      await fillList(put, { name: 'New' }, two).expect(500)
      expect(await linkedRows(db)).toEqual(before)
    })
    expect(await db.releasedFile.count({ where: { dueAt: null } })).toBe(0)
  })

  it('stores nothing if the client disconnects during the upload', async ({ api, app, db, port }) => {
    const body = formBody([...FIELD_PARTS, ['name="files[]"; filename="a.txt"', Buffer.alloc(100_000, 'a')]])
    const socket = connect(port, '127.0.0.1')
    const lines = ['POST /v1/lists HTTP/1.1', 'Host: x', `Content-Type: ${FORM_TYPE}`, `Content-Length: ${body.length}`]
    const arrived = once(app.server, 'request')
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const [request] = await arrived
    const closed = new Promise((resolve) => request.once('close', resolve))
    socket.end(body.subarray(0, 50_000))
    socket.resume()
    await closed

    await fillList(api.post('/v1/lists'), { name: 'Next' }, { 'b.txt': 'b' }).expect(201)
    const { lists, files } = await storedRows(db)
    expect(lists.map(({ slug }) => slug)).toEqual(['next'])
    expect(files.map(({ cleanName }) => cleanName)).toEqual(['b.txt'])
  })
})
