import { connect } from 'node:net'
import { describe, expect, onTestFinished } from 'vitest'
import { ascending, seedLists } from '../../support/database/rows.ts'
import { it } from '../../support/it.ts'
import { lines, send, serve } from '../../support/requests/wire.ts'

describe('large pages that a client does not read', () => {
  it('count against the memory limit only with their unsent bytes', async ({ catalog, db, signIn }) => {
    const token = await signIn('ann')
    const { id: authorId } = await db.user.findFirstOrThrow()
    await seedLists(db, ascending(900, { authorId }))
    await db.$executeRaw`UPDATE lists SET description = repeat('x', 10000)`
    const port = await serve(catalog)
    const head = ['GET /v1/user/lists?page[size]=900 HTTP/1.1', 'Host: x', `Authorization: ${token}`]
    for (let client = 0; client < 3; client++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      onTestFinished(() => void socket.destroy())
      socket.write(lines(...head, '', ''))
      await new Promise((resolve) => socket.once('readable', resolve))
    }

    expect((await send(port, lines(...head, 'Connection: close', '', ''))).status).toBe(200)
  })
})
