import { expect, it } from 'vitest'
import { sweep } from '../../../src/upkeep/sweep.ts'
import { catalogWithAuthor } from '../../support/faults/catalog.ts'
import { ask, create, formOf, inParallel, report } from '../../support/faults/traffic.ts'
import { startServer, stop } from '../../support/processes/programs.ts'
import { bearer } from '../../support/requests/authorization.ts'

const LISTS = 10
const UPDATES = 300

/** Returns files with few different contents, so that files often lose their last list and gain a new one. */
const filesOf = (update: number): Record<string, string> => ({
  'common.txt': `common ${update % 4}`,
  'rare.txt': `rare ${update % 37}`,
  [`own ${update % 3}.txt`]: `own ${update}`,
})

interface Shown {
  version: string
  files: { clean_name: string; content: string[] }[]
}

it('sweeps during updates and deletes of revisions delete exactly the files without a revision', async () => {
  const { url, context, token } = await catalogWithAuthor()
  const environment = { DATABASE_URL: url, WRITE_RATE_LIMIT: '0', MAX_REVISIONS: '12' }
  const servers = await Promise.all([startServer(environment), startServer(environment)])
  const address = (number: number) => servers[number % servers.length]?.address ?? ''
  const headers = bearer(token)

  let sweeping = true
  let sweeps = 0
  const sweepers = [1, 2].map(async () => {
    while (sweeping) {
      await sweep(context)
      sweeps++
    }
  })
  let refused = 0
  for (let list = 0; list < LISTS; list++) {
    await create({ address: address(0) }, `List ${list}`, filesOf(list), { version: `${list}` }, headers)
  }
  await inParallel(UPDATES, 12, async (number) => {
    const update = LISTS + number
    const path = `/v1/lists/list-${number % LISTS}`
    const body = formOf('List', filesOf(update), { version: `${update}` })
    const { status } = await ask(`${address(number)}${path}`, { method: 'PUT', headers, body })
    if (status !== 200) refused++
    if (number % 5 > 0) return
    const gone = `${path}/revisions/${1 + Math.floor(number / LISTS / 2)}`
    const deleted = await ask(`${address(number + 1)}${gone}`, { method: 'DELETE', headers })
    if (![204, 404, 422].includes(deleted.status)) refused++
  })
  sweeping = false
  await Promise.all(sweepers)

  let revisions = 0
  let wrong = 0
  for (let list = 0; list < LISTS; list++) {
    const path = `/v1/lists/list-${list}/revisions`
    const page = JSON.parse((await ask(`${address(0)}${path}?page[size]=all`)).body).data as { revision: number }[]
    for (const { revision } of page) {
      const { status, body } = await ask(`${address(1)}${path}/${revision}`)
      const { version, files } = (status === 200 ? JSON.parse(body).data : { version: '-1', files: [] }) as Shown
      const shown = files.map(({ clean_name, content }) => [clean_name, content.join()])
      if (JSON.stringify(shown) !== JSON.stringify(Object.entries(filesOf(Number(version))))) wrong++
      revisions++
    }
  }
  await sweep(context)
  const orphans = await context.db.file.count({ where: { lists: { none: {} }, revisions: { none: {} } } })

  report('sweeps during updates and deletes of revisions', {
    tried: UPDATES,
    sweeps,
    revisions,
    refused,
    wrong,
    orphans,
  })
  expect({ refused, wrong, orphans }).toEqual({ refused: 0, wrong: 0, orphans: 0 })
  expect(revisions).toBeGreaterThan(LISTS * 3)
  await stop(...servers)
})
