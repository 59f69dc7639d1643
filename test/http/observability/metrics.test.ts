import supertest from 'supertest'
import { describe, expect } from 'vitest'
import { printedBy } from '../../support/commands/run.ts'
import { query } from '../../support/database/query.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { get, serve } from '../../support/requests/wire.ts'

/** Returns the sum of the series of a metric whose labels contain `labels`. */
async function metric(port: number, name: string, labels = ''): Promise<number> {
  const { text } = await get(port, '/metrics')
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))]
  if (lines.length === 0) throw new Error(`There is no metric ${name}.`)
  return lines.reduce((sum, [, has = '', value]) => sum + (has.includes(labels) ? Number(value) : 0), 0)
}

it('a figure that does not exist is absent instead of 0, and figures have an age', async ({ catalog }) => {
  const port = await serve(catalog)
  const { text } = await get(port, '/metrics')
  expect(text).toContain('# TYPE catalog_free_disk_bytes gauge')
  expect(text).not.toMatch(/^catalog_free_disk_bytes /m)
  expect(text).toMatch(/^catalog_open_reports 0$/m)
  expect(text).toMatch(/^catalog_figures_age_seconds \d/m)
  const withDisk = await serve(catalog, { freeDisk: async () => 7 })
  expect((await get(withDisk, '/metrics')).text).toMatch(/^catalog_free_disk_bytes 7$/m)
})

it('catalog_lists is the number of lists of GET /v1/stats', async ({ api, catalog }) => {
  for (const fields of [{}, { private: '1' }, { expires: 'perm' }])
    await fillList(api.post('/v1/lists'), fields).expect(201)
  expect(await metric(await serve(catalog), 'catalog_lists')).toBe(3)
})

it('the age of the last checked backup is absent until there is one, and the command `backup checked` starts it anew', async ({
  catalog,
  url,
}) => {
  const age = async () => {
    const { text } = await get(await serve(catalog), '/metrics') // a new server, because figures are cached
    return /^catalog_backup_age_seconds (\S+)$/m.exec(text)?.[1]
  }
  expect(await age()).toBeUndefined()
  expect(await printedBy(url, 'backup', 'checked')).toBe('Noted.')
  expect(Number(await age())).toBeLessThan(3600)
  await query(url, "UPDATE checked_backups SET checked_at = now() - interval '2 days'")
  expect(Number(await age())).toBeGreaterThanOrEqual(2 * 86_400)
  await printedBy(url, 'backup', 'checked')
  expect(Number(await age())).toBeLessThan(3600)
  expect(await query(url, 'SELECT count(*)::int AS rows FROM checked_backups')).toEqual([{ rows: 1 }])
})

it('the metrics of uploads count created and replaced lists with their files and bytes, but no refused ones', async ({
  catalog,
  signIn,
}) => {
  const token = await signIn('Ada')
  const port = await serve(catalog)
  const upload = (path: string, fields: Record<string, string>, files: Record<string, string>) =>
    fillList(supertest(`http://127.0.0.1:${port}`).post(path).set('Authorization', token), fields, files)
  const counts = async () => [
    await metric(port, 'uploads_total', 'operation="create"').catch(() => 0),
    await metric(port, 'uploads_total', 'operation="update"').catch(() => 0),
    await metric(port, 'upload_files_total'),
    await metric(port, 'upload_bytes_total'),
  ]
  expect(await counts()).toEqual([0, 0, 0, 0])

  await upload('/v1/lists', {}, { 'a.txt': 'abc', 'b.txt': 'defg' }).expect(201)
  await expect.poll(counts).toEqual([1, 0, 2, 7])
  await upload('/v1/lists/my-list', { _method: 'PUT' }, { 'a.txt': 'abc' }).expect(200)
  await expect.poll(counts).toEqual([1, 1, 3, 10])

  await upload('/v1/lists', { game: '99' }, { 'a.txt': 'abc' }).expect(422)
  expect((await get(port, '/v1/lists/my-list')).status).toBe(200)
  expect(await counts()).toEqual([1, 1, 3, 10])
})

describe('the metrics of the response cache', () => {
  const figure = (port: number, name: string) => metric(port, `cache_${name}`, 'cache="responses"')

  it('count hits and misses', async ({ api, catalog }) => {
    const port = await serve(catalog)
    await fillList(api.post('/v1/lists'), { name: 'One' }, { 'a.txt': 'a', 'b.txt': 'b' }).expect(201)
    const answered = async () => (await figure(port, 'hits_total')) + (await figure(port, 'misses_total'))
    expect(await answered()).toBe(0)
    for (const path of ['/v1/lists', '/v1/lists', '/v1/lists/one']) await get(port, path)
    expect(await answered()).toBe(3)
    // Writes of other tests to the same PostgreSQL make responses stale too, so it can take several tries to get a hit.
    const found = async () => {
      await get(port, '/v1/lists')
      return figure(port, 'hits_total')
    }
    await expect.poll(found).toBeGreaterThan(0)
    expect(await figure(port, 'entries')).toBe(2)
    expect(await figure(port, 'bytes')).toBeGreaterThan(300)
  })
})
