import fastify from 'fastify'

/** A server that returns the bytes of the address SOURCE, to measure the cost of HTTP alone. */
const source = process.env.SOURCE ?? ''
const response = await fetch(source)
const body = Buffer.from(await response.arrayBuffer())
const type = response.headers.get('content-type') ?? 'application/json'

const app = fastify()
app.get('/ready', (_, reply) => reply.send('ready'))
app.get('/floor', (_, reply) => {
  reply.header('content-type', type).send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.on('SIGTERM', () => process.exit(0))
