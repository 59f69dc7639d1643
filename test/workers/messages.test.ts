import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Message, receiveMessages, sendMessage } from '../../src/workers/messages.ts'

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))
const message: fc.Arbitrary<Message<unknown, Buffer>> = fc.record({
  head: fc.oneof(fc.string(), fc.array(fc.option(fc.nat(), { nil: undefined })), fc.dictionary(fc.string(), fc.nat())),
  files: fc.array(fc.option(bytes, { nil: undefined }), { maxLength: 5 }),
})

it('messages arrive unchanged, regardless of how the stream splits them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { maxLength: 5 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 50 })),
      async (messages, sizes) => {
        const sent = new PassThrough()
        for (const each of messages) sendMessage(sent, each)
        sent.end()
        const all = Buffer.concat(await sent.toArray())

        const received: unknown[] = []
        const pipe = new PassThrough()
        receiveMessages(pipe, (each) => received.push(each))
        for (let at = 0; at < all.length; ) {
          const { value: size } = sizes.next()
          pipe.write(all.subarray(at, at + size))
          at += size
        }
        await once(pipe.end(), 'close')
        expect(received).toEqual(messages)
      },
    ),
  )
})

it('received files do not share a buffer', async () => {
  const pipe = new PassThrough()
  const received: Message<null, Buffer>[] = []
  receiveMessages<null>(pipe, (each) => received.push(each))
  sendMessage(pipe, { head: null, files: [Buffer.from('one'), Buffer.from('two')] })
  await once(pipe.end(), 'close')
  expect(received.flatMap(({ files }) => files.map((file) => file?.buffer.byteLength))).toEqual([3, 3])
})
