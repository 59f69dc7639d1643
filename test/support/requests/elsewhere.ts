import { execFile, spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const READER = `
  let bytes = 0
  const began = performance.now()
  Promise.all(process.argv.slice(1).map((url) => new Promise((resolve, reject) => {
    require('http').get(url, (response) => {
      if (response.statusCode !== 200) reject(new Error(url + ': ' + response.statusCode))
      response.on('data', (chunk) => { bytes += chunk.length }).on('end', resolve)
    })
  }))).then(() => console.log(bytes, performance.now() - began))`

const run = promisify(execFile)

/**
 * Asks for all addresses at once, in a process of its own, so that large answers hold nobody who measures in this one, and of
 * lower priority, as clients in earnest do not take the server's cores. Gives how many bytes came, and how many milliseconds it took. Throws where an answer is not 200.
 */
export async function readElsewhere(addresses: readonly string[]): Promise<{ bytes: number; elapsed: number }> {
  const { stdout } = await run('nice', ['-n', '10', process.execPath, '-e', READER, ...addresses])
  const [bytes = 0, elapsed = 0] = stdout.split(' ').map(Number)
  return { bytes, elapsed }
}

const ASKER = `
  const { get } = require('http')
  const agent = new (require('http').Agent)({ keepAlive: true })
  const times = []
  const ask = () => {
    const began = performance.now()
    get(process.argv[1], { agent }, (response) => {
      if (response.statusCode !== 200) throw new Error(response.statusCode)
      response.resume().on('end', () => {
        times.push(performance.now() - began)
        setTimeout(ask, 10)
      })
    })
  }
  ask()
  process.stdin.resume().on('end', () => process.stdout.write(JSON.stringify(times), () => process.exit()))`

/**
 * Asks for an address again and again, 10 ms after each answer, in a process that does nothing else. What it gives stops it,
 * and gives how many milliseconds each answer took. Throws where one is not 200.
 */
export function askElsewhere(address: string): () => Promise<number[]> {
  const child = spawn(process.execPath, ['-e', ASKER, address], { stdio: ['pipe', 'pipe', 'inherit'] })
  const output = text(child.stdout)
  return async () => {
    child.stdin.end()
    return JSON.parse(await output)
  }
}
