import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { createDiffer, type Differ } from '../../src/compare/differ.ts'
import { it as base } from '../support/it.ts'
import { makeLists } from '../support/requests/forms.ts'

const folder = mkdtempSync(join(tmpdir(), 'mod-list-catalog-slow-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** `it` with workers that never answer. Each worker adds a line to the file `started`. */
const it = base.extend<{ $file: { differ: Differ } }>({
  differ: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from the pattern
    async ({}, use) => {
      const program = join(folder, 'worker.js')
      const started = JSON.stringify(join(folder, 'started'))
      writeFileSync(program, `require('fs').appendFileSync(${started}, 'one\\n'); setInterval(() => {}, 1_000)`)
      const differ = createDiffer({ cacheBytes: 2 ** 20, maxQueue: 8, maxWorkers: 1, taskMs: 1_000, program })
      await use(differ)
      await differ.close()
    },
    { scope: 'file' },
  ],
})

const MESSAGE = 'These files could not be read: it takes too long. They can be downloaded as they are.'

it('files that take too long to read are answered with 422, and are not read again', async ({ api }) => {
  await makeLists(api, { One: { 'modlist.txt': '+A\n' }, Two: { 'modlist.txt': '+B\n' } })
  const paths = [
    '/v1/lists/one/load-order',
    '/v1/lists/one/load-order.md',
    '/v1/compare/one/two',
    '/v1/compare/one/two/changes',
  ]
  const started = () => readFileSync(join(folder, 'started'), 'utf8').split('\n').length - 1
  for (const path of paths) {
    const { body } = await api.get(path).expect(422)
    expect(body).toEqual({ message: MESSAGE, errors: { files: [MESSAGE] } })
  }
  const page = await api.get('/lists/one').set('Accept', 'text/html').expect(422)
  expect(page.text).toContain(MESSAGE)

  const before = started()
  for (const path of paths) await api.get(path).expect(422)
  await api.get('/lists/one').set('Accept', 'text/html').expect(422)
  expect(started()).toBe(before)
  expect((await api.get('/v1/lists/one').expect(200)).body.data.files).toHaveLength(1)
})
