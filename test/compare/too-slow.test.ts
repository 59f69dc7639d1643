import supertest from 'supertest'
import { expect, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { CompareContext } from '../../src/compare/differ.ts'
import { TOO_SLOW } from '../../src/compare/tasks.ts'
import { KINDS } from '../../src/compare/worker/kinds.ts'
import { TaskTimeout } from '../../src/workers/pool.ts'
import { createTestDiffer, inProcess } from '../support/differ.ts'
import { it, options } from '../support/it.ts'
import { fillList, makeLists } from '../support/requests/forms.ts'

/** Whether tasks take too long, and the number of those that did. */
const workers = { areSlow: true, tasks: 0 }

/** Returns the client of a server whose workers may take too long. */
async function serverOf(catalog: CompareContext) {
  const pool = inProcess(KINDS)
  const run: typeof pool.run = (kind, task) => {
    if (!workers.areSlow) return pool.run(kind, task)
    workers.tasks++
    return Promise.reject(new TaskTimeout('It took too long.'))
  }
  const differ = createTestDiffer({ pool: { ...pool, run } })
  const app = await buildApp({ ...catalog, differ }, options)
  onTestFinished(async () => {
    await app.close()
    await differ.close()
  })
  await app.ready()
  return supertest(app.server)
}

it('files that took too long to read get 503, and 422 without being read when that is certain', async ({ catalog }) => {
  const api = await serverOf(catalog)
  await makeLists(api, { One: { 'modlist.txt': '+A\n' }, Two: { 'modlist.txt': '+B\n' } })
  const paths = [
    '/v1/lists/one/load-order',
    '/v1/lists/one/load-order.md',
    '/v1/compare/one/two',
    '/v1/compare/one/two/changes',
  ]
  for (const path of paths) {
    const { headers } = await api.get(path).expect(503)
    expect(headers['retry-after']).toMatch(/^\d+$/)
    await api.get(path).expect(503)
    const { body } = await api.get(path).expect(422)
    expect(body).toEqual({ message: TOO_SLOW, errors: { files: [TOO_SLOW] } })
  }

  const { tasks } = workers
  for (const path of paths) await api.get(path).expect(422)
  expect(workers.tasks).toBe(tasks)
  expect((await api.get('/v1/lists/one').expect(200)).body.data.files).toHaveLength(1)
})

it('files that took too long once, on a machine that was busy, are read the next time', async ({ catalog }) => {
  const api = await serverOf(catalog)
  await makeLists(api, { Three: { 'modlist.txt': '+C\n' } })
  workers.areSlow = true
  await api.get('/v1/lists/three/load-order').expect(503)
  workers.areSlow = false
  await api.get('/v1/lists/three/load-order').expect(200)
})

it('only workers read a pasted text, whose name and game can take long to find', async ({ catalog, db }) => {
  const api = await serverOf(catalog)
  workers.areSlow = true
  const paste = (path: string) =>
    api.post(path).set('Accept', 'text/html').field('text', 'Loading 1 mods:').redirects(0)
  await fillList(paste('/upload'), {}, {}).expect(503)
  await paste('/analyse').expect(503)
  await paste('/analyse').field('text_name', 'a.log').expect(503)
  expect(await db.list.count()).toBe(0)
})
