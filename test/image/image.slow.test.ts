import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'
import { expect, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../support/database/own.ts'
import { BARE, bareFolder, cloneInto, run } from '../support/image.ts'
import { freePort } from '../support/processes/free-port.ts'
import { upload } from '../support/processes/programs.ts'

const isRoot = process.geteuid?.() === 0

/** Returns the command of a CMD or HEALTHCHECK instruction, without its flags. */
const wordsOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')))

it('the steps of the Dockerfile, run in bare folders, build a server that runs without write access', async () => {
  const image = DockerfileParser.parse(await readFile('Dockerfile', 'utf8'))
  const roots = new Map<string, string>()
  let root = ''
  let folder = '/'
  let variables: Record<string, string> = {}
  let user: string | undefined
  const commands: Record<string, string[]> = {}

  for (const instruction of image.getInstructions()) {
    const text = instruction.getArgumentsContent() ?? ''
    const args = instruction.getArguments().map((argument) => argument.getValue())
    switch (instruction.getKeyword()) {
      case 'FROM': {
        root = await bareFolder()
        roots.set(args[2] ?? 'last', root)
        folder = '/'
        variables = {}
        break
      }
      case 'WORKDIR':
        folder = text
        await mkdir(join(root, folder), { recursive: true })
        break
      case 'ENV':
        for (const pair of args) variables[pair.split('=')[0] ?? ''] = pair.split('=').slice(1).join('=')
        break
      case 'COPY': {
        const [, stage] = /--from=(\w+)/.exec(instruction.getTextContent()) ?? []
        const from = stage === undefined ? await bareFolder() : (roots.get(stage) ?? '')
        if (stage === undefined) await cloneInto(from)
        const target = args.at(-1) ?? ''
        for (const source of args.slice(0, -1)) {
          const name = source === '.' ? '' : (source.split('/').at(-1) ?? '')
          const isFolder = target.endsWith('/') || target === '.'
          await cp(join(from, source), join(root, folder, target, isFolder ? name : ''), {
            recursive: true,
            verbatimSymlinks: true,
          })
        }
        break
      }
      case 'RUN':
        await run('sh', ['-c', text], { cwd: join(root, folder), env: { ...BARE, ...variables }, maxBuffer: 2 ** 26 })
        break
      case 'USER':
        user = text
        break
      case 'CMD':
      case 'HEALTHCHECK':
        commands[instruction.getKeyword()] = wordsOf(instruction.getTextContent())
    }
  }
  expect(user).toBe('node')
  const place = join(roots.get('last') ?? '', '/app')
  await run('chmod', ['-R', 'a-w,a+rX', place])

  const port = await freePort()
  const [program = '', ...args] = commands.CMD ?? []
  const rights = isRoot ? { uid: 65534, gid: 65534 } : {}
  const environment = {
    ...variables,
    PATH: BARE.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: await ownDatabase(),
  }
  const server = spawn(program, args, { cwd: place, env: environment, ...rights, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  let log = ''
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text))

  const address = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 60_000, message: log }).toBe(true)
  expect(await upload({ address }, 'My List')).toBe(201)
  const health = (commands.HEALTHCHECK ?? []).map((word) => word.replace('/3000 ', `/${port} `))
  await run(health[0] ?? '', health.slice(1), { env: environment })
  await run('node', ['dist/cli.js', 'user', 'create', 'Ada'], { cwd: place, env: environment })

  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  await expect(run(health[0] ?? '', health.slice(1), { env: environment })).rejects.toThrow()
})
