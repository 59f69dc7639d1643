import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect } from 'vitest'
import { startPool } from '../../src/compare/tasks.ts'
import { createTestDiffer } from '../support/differ.ts'
import { it } from '../support/it.ts'
import { programsFolder } from '../support/processes/programs-folder.ts'
import { fillList, makeLists } from '../support/requests/forms.ts'
import { serve } from '../support/requests/wire.ts'

const BEFORE = { 'modlist.txt': '+Sky UI\n+Campfire\n', 'gone.ini': 'a\n', 'same.txt': 'x\n' }

describe('GET /v1/compare/{slug1}/{slug2}.patch', () => {
  it('is empty for equal lists, and a 404 in JSON if a list does not exist', async ({ api }) => {
    await makeLists(api, { One: BEFORE })

    expect((await api.get('/v1/compare/one/one.patch').buffer(true).expect(200)).text).toBe('')
    const answer = await api.get('/v1/compare/one/two.patch').expect(404)
    expect(answer.body).toEqual({ message: 'List not found.' })
  })
})

describe('the work of a comparison', () => {
  it('is refused with 503 and Retry-After when too many requests wait', async ({ api, catalog }) => {
    await makeLists(api, { One: { 'a.txt': 'a\n'.repeat(500_000) } })
    const others = Array.from({ length: 8 }, (_, index) => `Other ${index}`)
    for (const name of others) await fillList(api.post('/v1/lists'), { name }, { 'a.txt': `${name}\n` }).expect(201)

    const program = join(programsFolder(), 'worker.js')
    const differ = createTestDiffer({ pool: startPool({ program, maxQueue: 1, maxWorkers: 1 }) })
    const narrow = supertest(`http://127.0.0.1:${await serve({ ...catalog, differ })}`)
    const answers = await Promise.all(others.map((_, index) => narrow.get(`/v1/compare/one/other-${index}`)))
    await differ.close()

    expect(answers.map(({ status }) => status)).toContain(200)
    const refused = answers.find(({ status }) => status === 503)
    expect(refused?.headers['retry-after']).toMatch(/^\d+$/)
    expect(refused?.body).toEqual({ message: 'Too many comparisons at once. Try again in a moment.' })
  })
})
