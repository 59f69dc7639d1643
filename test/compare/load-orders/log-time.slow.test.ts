import supertest from 'supertest'
import { expect } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { KINDS } from '../../../src/compare/worker/kinds.ts'
import { createTestDiffer, inProcess } from '../../support/differ.ts'
import { it, options } from '../../support/it.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { makeLists } from '../../support/requests/forms.ts'

/** Returns the processor time that this process has taken, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The time of all tasks, which a server leaves to its threads. */
const tasks = { ms: 0 }

const pool = inProcess(KINDS)
const run: typeof pool.run = (kind, task) => {
  const start = processorMs()
  const result = pool.run(kind, task) // has run when it returns
  tasks.ms += processorMs() - start
  return result
}

const PAGES = [
  ...['', '?tab=plugins', '?tab=files', '/history', '/edit'].map((end) => `/lists/log${end}`),
  ...['', '?tab=plugins', '?tab=dlls', '?tab=order', '?tab=files', '/culprit'].map((end) => `/compare/short/log${end}`),
]

/** Texts that what is looked for begins with, or that are it, and one that is neither. */
const BEGINNINGS = ['-eyJ', 'C:\\Users\\', '1.2.3.4 ']
const CONTROL = 'SkyUI '

it('a page of a log takes the server no longer, whatever the log says: what looks at it runs in a thread', async ({
  catalog,
}) => {
  const differ = createTestDiffer({ pool: { ...pool, run } })
  const app = await buildApp({ ...catalog, differ }, options)
  await app.ready()
  const api = supertest(app.server)

  const times: Record<string, Record<string, number>> = {}
  for (const text of [CONTROL, ...BEGINNINGS]) {
    const long = `${CRASH_LOGGER}${text.repeat(900_000 / text.length)}\n`
    await makeLists(api, { Short: { 'a.log': CRASH_LOGGER }, Log: { 'a.log': long } })
    times[text] = {}
    for (const page of PAGES) {
      const [start, before] = [processorMs(), tasks.ms]
      await api.get(page).set('Accept', 'text/html').expect(200)
      times[text][page] = processorMs() - start - (tasks.ms - before)
    }
    await catalog.db.list.deleteMany()
  }
  await app.close()
  await differ.close()
  for (const text of BEGINNINGS) {
    const slow = PAGES.filter((page) => (times[text]?.[page] ?? 0) > 2 * (times[CONTROL]?.[page] ?? 0) + 250)
    expect([text, slow]).toEqual([text, []])
  }
})
