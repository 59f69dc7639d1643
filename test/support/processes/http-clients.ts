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
 * Requests all addresses at once in another process, so that large responses do not delay measurements in this one. The
 * process has low priority, because real clients do not use the server's cores. Returns the number of bytes, and the
 * time in milliseconds. Throws if a status is not 200.
 */
export async function downloadInProcess(addresses: readonly string[]): Promise<{ bytes: number; elapsed: number }> {
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
 * Requests an address repeatedly in another process, 10 ms after each response. Returns a function that stops this and
 * returns the time of each response in milliseconds. The function throws if a status was not 200.
 */
export function pollInProcess(address: string): () => Promise<number[]> {
  const child = spawn(process.execPath, ['-e', ASKER, address], { stdio: ['pipe', 'pipe', 'inherit'] })
  const output = text(child.stdout)
  return async () => {
    child.stdin.end()
    return JSON.parse(await output)
  }
}
