import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import type { Database } from '../../../../src/db/client.ts'
import { linkedRows, NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/history.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { FIELD_PARTS, FORM_TYPE, formBody } from '../../../support/requests/parts.ts'

/** Makes the database refuse the second file of every list while `work` runs. */
async function withRefusedFiles(db: Database, work: () => Promise<void>) {
  await db.$executeRaw`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a secret'; END $$`
  await db.$executeRaw`
    CREATE TRIGGER refuse BEFORE INSERT ON list_files FOR EACH ROW WHEN (NEW.position = 1) EXECUTE FUNCTION refuse()`
  await work().finally(() => db.$executeRaw`DROP FUNCTION refuse CASCADE`)
}

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
