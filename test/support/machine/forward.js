// Forwards connections from a port of 127.0.0.1 to another port: node forward.js FROM TO
import { connect, createServer } from 'node:net'

const [from, to] = process.argv.slice(2).map(Number)
createServer((socket) => {
  const target = connect(to, '127.0.0.1')
  const end = () => [socket, target].forEach((one) => void one.destroy())
  for (const one of [socket, target]) one.on('error', end).on('close', end)
  socket.pipe(target).pipe(socket)
}).listen(from, '127.0.0.1')
