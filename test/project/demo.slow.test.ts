import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newDataDir } from '../support/processes/embedded-clients.ts'
import { freePort } from '../support/processes/free-port.ts'
import { namesOf, startCommand, startServer, stop } from '../support/processes/programs.ts'
import { path, read } from '../support/project.ts'

/** Runs `npm run demo` with these settings. Returns its exit status and output. */
const runDemo = (environment: Record<string, string>) =>
  startCommand([process.execPath, '--import', 'tsx', 'scripts/demo.ts'], environment, 'ignore', { cwd: path('.') }).exit

it('npm run demo takes the settings of the server, and the tour with curl works after it', async () => {
  const dataDir = await newDataDir()
  const PORT = String(await freePort())
  const server = await startServer({ DATA_DIR: dataDir, PORT })
  const { status, out, err } = await runDemo({ DATA_DIR: dataDir, PORT })
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toMatch(
    /^Uploads 13 lists to http:\S+, by the users [^\n]+, whom it creates, and anonymously\.\nUploaded 13 lists\. See http:\S+\/lists\n$/,
  )
  expect(out).toContain(`:${PORT}/lists`)
  expect(await namesOf(server)).toHaveLength(13)

  const folder = await mkdtemp(join(tmpdir(), 'tour-'))
  const blocks = [...read('docs/curl.md').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block)
  const tour = blocks.join('').replaceAll('localhost:3000', `127.0.0.1:${PORT}`).replaceAll('/tmp/', `${folder}/`)
  const script = `set -euo pipefail\nnpm() { node dist/cli.js "\${@:5}"; }\n${tour.replaceAll('curl ', 'curl -fsS ')}`
  const settings = { cwd: path('.') }
  const toured = await startCommand(['bash', '-c', script], { DATA_DIR: dataDir, HOME: folder }, 'ignore', settings)
    .exit
  expect(toured).toMatchObject({ status: 0 })
  const claimed = await fetch(`${server.address}/v1/lists/nobody-knows-me`)
  expect(await claimed.json()).toMatchObject({ data: { author: { name: 'ann' } } })
  await stop(server)
})
