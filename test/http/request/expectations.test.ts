import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { FIELD_PARTS, FORM_TYPE, formBody } from '../../support/requests/parts.ts'
import { lines } from '../../support/requests/wire.ts'

const FORM = formBody([...FIELD_PARTS, ['name="files[]"; filename="a.txt"', 'a']])

/** Sends the head of an upload that expects 100-continue. Returns the first response, and the connection. */
async function expectContinue(port: number, length: number, ...more: string[]) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const head = ['POST /v1/lists HTTP/1.1', 'Host: x', 'Expect: 100-continue', `Content-Length: ${length}`, ...more]
  socket.write(lines(...head, '', ''))
  return { socket, answer: String(await once(socket, 'data')) }
}

describe('a client that expects 100-continue', () => {
  it('gets 100 when its body is read, and then the response', async ({ port, db }) => {
    const { socket, answer } = await expectContinue(port, FORM.length, `Content-Type: ${FORM_TYPE}`)
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
    socket.write(FORM)
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 201 /)
    expect(await db.list.count()).toBe(1)
  })

  it.for<[status: number, length: number, headers: string[]]>([
    [413, 30_000_000, [`Content-Type: ${FORM_TYPE}`]],
    [401, FORM.length, [`Content-Type: ${FORM_TYPE}`, 'Authorization: Bearer wrong']],
    [415, FORM.length, ['Content-Type: text/plain']],
    [415, FORM.length, ['Content-Type: application/json']],
    [415, FORM.length, [`Content-Type: ${FORM_TYPE}`, 'Content-Encoding: gzip']],
  ])(
    'gets a refusal with %i at once, before it sends its body, and its connection is closed',
    async ([status, length, headers], { port, db }) => {
      const { socket, answer } = await expectContinue(port, length, ...headers)
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\\{"message":"[^"]+"\\}$`, 's'))
      await once(socket.resume(), 'close')
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )
})
