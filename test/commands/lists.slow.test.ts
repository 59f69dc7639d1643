import { describe, expect } from 'vitest'
import { printedBy } from '../support/commands/run.ts'
import { it } from '../support/it.ts'
import { startServer, upload } from '../support/processes/programs.ts'

describe('a list that an operator deletes or hides', () => {
  it('disappears from all servers at once, although they had it in their caches', async ({ url, db: _ }) => {
    const settings = { DATABASE_URL: url, LOG_LEVEL: 'warn', WRITE_RATE_LIMIT: '0' }
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    const ask = async (path: string) =>
      Promise.all(
        servers.map(async ({ address }) => {
          const answer = await fetch(`${address}/v1${path}`)
          return { status: answer.status, total: JSON.parse(await answer.text()).meta?.total }
        }),
      )
    for (const name of ['One', 'Two']) await upload(servers[0], name)
    for (const path of ['/lists', '/lists/one', '/lists/two', '/lists', '/lists/one']) await ask(path)

    await printedBy(url, 'list', 'delete', 'one')
    expect(await ask('/lists/one')).toMatchObject([{ status: 404 }, { status: 404 }])
    expect(await ask('/lists')).toMatchObject([{ total: 1 }, { total: 1 }])
    await printedBy(url, 'list', 'hide', 'two', '--reason', 'Spam')
    expect(await ask('/lists')).toMatchObject([{ total: 0 }, { total: 0 }])
    expect(await ask('/lists/two')).toMatchObject([{ status: 404 }, { status: 404 }])
  })
})
