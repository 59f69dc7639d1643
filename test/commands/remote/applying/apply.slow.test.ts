import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { replaceFiles } from '../../../../src/commands/remote/applying/files.ts'
import { runIn } from '../../../support/commands/run.ts'
import { clientOf, folderOf } from '../terminal.ts'

const CRASHES = '+Moved\r\n+SkyUI\r\n-Campfire\r\n'
const TIME = '2026-11-20T08:30:00.123000Z'
const WORKS = ['+SkyUI', '+Moved', '+Frostfall', '+Campfire']

/** Starts a server with one list, and returns the environment of its clients. */
async function serveList(): Promise<Record<string, string>> {
  const list = {
    ...{
      slug: 'it-works',
      name: 'It works',
      version: null,
      description: null,
      website: null,
      discord: null,
      readme: null,
    },
    ...{ private: false, expires: null, author: null, url: '/v1/lists/it-works' },
    ...{ created: TIME, updated: TIME },
    game: { id: 4, name: 'TESV Skyrim SE', lists_count: null },
    links: { self: 'http://127.0.0.1/v1/lists/it-works', url: '/lists/it-works' },
    files: [
      { name: 'abc-modlist.txt', clean_name: 'modlist.txt', bytes: 40, content: WORKS, created: TIME, updated: TIME },
    ],
  }
  const server = createServer((_, response) => response.end(JSON.stringify({ data: list }))).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return clientOf((server.address() as AddressInfo).port)
}

const read = (folder: string) => readFile(join(folder, 'modlist.txt'), 'utf8')

describe('apply', () => {
  it('shows the changes and changes nothing without --yes, with status 1', async () => {
    const environment = await serveList()
    const folder = await folderOf({ 'modlist.txt': CRASHES })
    const { status, printed: out } = await runIn(environment, 'apply', 'it-works', folder)
    expect(status).toBe(1)
    expect(out).toContain('mods added: 1')
    expect(out).toContain('Install first:\n  Frostfall')
    expect(await readdir(folder)).toEqual(['modlist.txt'])
  })

  it('changes the file, keeps a copy, and puts it back by --undo', async () => {
    const environment = await serveList()
    const folder = await folderOf({ 'modlist.txt': CRASHES })
    expect((await runIn(environment, 'apply', 'it-works', folder, '--yes')).status).toBe(0)
    expect(await read(folder)).toBe('+SkyUI\r\n+Moved\r\n+Frostfall\r\n+Campfire\r\n')
    expect(await readdir(folder)).toEqual(['modlist.txt', expect.stringMatching(/^modlist\.txt\.before-apply-\d{8}-/)])
    expect((await runIn(environment, 'apply', 'it-works', folder, '--undo')).status).toBe(0)
    expect(await read(folder)).toBe(CRASHES)
    expect(await readdir(folder)).toEqual(['modlist.txt'])
    expect((await runIn(environment, 'apply', 'it-works', folder, '--undo')).status).toBe(1)
  })

  it('takes only the chosen kinds and mods, and refuses a name that is no change', async () => {
    const environment = await serveList()
    const folder = await folderOf({ 'modlist.txt': CRASHES })
    await runIn(environment, 'apply', 'it-works', folder, '--yes', '--take', 'enabled,moved', '--mod', 'campfire')
    expect(await read(folder)).toBe('+Moved\r\n+SkyUI\r\n+Campfire\r\n')
    const { status, complained: err } = await runIn(
      environment,
      'apply',
      'it-works',
      folder,
      '--yes',
      '--mod',
      'Nobody',
    )
    expect([status, err]).toEqual([1, expect.stringContaining('No such change: Nobody.')])
  })

  it('leaves the old file and no other one in a folder that may not be written', async ({ skip }) => {
    if (process.getuid?.() === 0) return skip('root may write everywhere')
    const folder = await folderOf({ 'modlist.txt': CRASHES })
    await chmod(folder, 0o555)
    onTestFinished(() => chmod(folder, 0o755))
    const files = [{ name: 'modlist.txt', content: Buffer.from('new') }]
    await expect(replaceFiles(folder, files, new Date())).rejects.toThrow('were not changed')
    expect(await readdir(folder)).toEqual(['modlist.txt'])
  })

  it('leaves old or new files, never a part of one, when it is killed at any moment', async () => {
    const [old, fresh] = ['o'.repeat(200_000), 'n'.repeat(200_000)]
    const folder = await folderOf({ 'modlist.txt': old, 'plugins.txt': old })
    const module = fileURLToPath(new URL('../../../../src/commands/remote/applying/files.ts', import.meta.url))
    const script = `import { replaceFiles } from ${JSON.stringify(module)}
      console.log('ready')
      for (let at = 0; ; at++) await replaceFiles(${JSON.stringify(folder)},
        ['modlist.txt', 'plugins.txt'].map((name) => ({ name, content: Buffer.from((at % 2 ? 'o' : 'n').repeat(200000)) })), new Date())`
    for (let round = 0; round < 5; round++) {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
      await once(child.stdout, 'data')
      await setTimeout(Math.random() * 60)
      child.kill('SIGKILL')
      await once(child, 'exit')
      for (const name of ['modlist.txt', 'plugins.txt']) {
        expect([old, fresh].includes(await readFile(join(folder, name), 'utf8'))).toBe(true)
      }
    }
  })
})

describe('show --format', () => {
  it('prints a list or a folder as text, Markdown or CSV', async () => {
    const environment = await serveList()
    const folder = await folderOf({ 'modlist.txt': CRASHES })
    const text = await runIn(environment, 'show', folder, '--format', 'text')
    expect(text.printed).toBe('[ ] Campfire\n[x] SkyUI\n[x] Moved\n\nPlugins')
    expect((await runIn(environment, 'show', 'it-works', '--format', 'markdown')).printed).toContain(
      '- [x] `Frostfall`',
    )
    expect((await runIn(environment, 'show', folder, '--format', 'csv')).printed).toContain('mod,0,false,Campfire,,,')
  })
})
