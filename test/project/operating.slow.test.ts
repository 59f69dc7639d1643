import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../src/config.ts'
import { newDataDir } from '../support/processes/embedded-clients.ts'
import {
  namesOf,
  startCommand,
  startProgram,
  startServer,
  stop,
  upload,
  wordsOf,
} from '../support/processes/programs.ts'
import { path, read } from '../support/project.ts'

const page = read('docs/operating.md')

/** Returns the blocks of a language that the page has, in their order. */
const blocks = (language: string, from = page) =>
  [...from.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block)

/** Returns the part of the page below a heading of the second level. */
function section(heading: string): string {
  const found = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))
  if (found === undefined) throw new Error(`docs/operating.md has no section ${heading}.`)
  return found
}

/** Installs the script `catalog` of the page, with the tested program and data folder instead of the installed ones. */
async function install(dataDir: string) {
  const folder = await mkdtemp(join(tmpdir(), 'operating-'))
  chmodSync(folder, 0o777) // if root runs the test, another user runs PostgreSQL
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const [systemd = ''] = blocks('sh', section('Commands'))
  const script = systemd
    .replace('/opt/mod-list-catalog', path('.'))
    .replace('runuser -u mod-list-catalog -- ', '')
    .replace('/var/lib/mod-list-catalog', dataDir)
    .replace('node dist/cli.js', wordsOf('cli').join(' '))
  expect(script).not.toMatch(/mod-list-catalog --|\/opt\//)
  writeFileSync(join(bin, 'catalog'), script, { mode: 0o755 })
  const PATH = `${bin}:${process.env.PATH}`
  const sh = (text: string, more = {}) =>
    startCommand(['/bin/sh', '-c', text], { PATH, TMPDIR: tmpdir(), ...more }, 'ignore', { cwd: folder }).exit
  return { folder, sh }
}

describe('docs/operating.md', () => {
  it('has commands that all succeed on a running server, in their order', { timeout: 240_000 }, async () => {
    const DATA_DIR = await newDataDir()
    const server = await startServer({ DATA_DIR })
    const { folder, sh } = await install(DATA_DIR)
    writeFileSync(join(folder, 'bad.txt'), '+Malware\n')
    const lines = blocks('sh')
      .flatMap((block) => block.split('\n'))
      .filter((line) => /^catalog /.test(line) && !/export|import/.test(line))
    expect(lines.length).toBeGreaterThan(18)

    const report = () => fetch(`${server.address}/v1/lists/my-list/reports`, { method: 'POST', body: REASON })
    const REASON = new URLSearchParams({ reason: 'spam' })
    for (const line of lines) {
      // The state that the commands of the page expect.
      if (line.startsWith('catalog report list')) {
        expect([await upload(server, 'My list'), (await report()).status]).toEqual([201, 202])
      }
      if (line.startsWith('catalog list delete --same-sender-as')) expect(await upload(server, 'Spam')).toBe(201)
      if (line.startsWith('catalog user suspend')) expect((await sh('catalog user create Bob')).status).toBe(0)
      if (line.startsWith('catalog list delete old-list')) expect(await upload(server, 'Old list')).toBe(201)
      const { status, out, err } = await sh(line.replace('/tmp/bad.txt', join(folder, 'bad.txt')))
      expect({ line, status, out, err }).toMatchObject({ line, status: 0 })
      if (line.startsWith('catalog report show')) expect(out).toContain('spam')
      if (line.startsWith('catalog list hide'))
        expect((await fetch(`${server.address}/v1/lists/my-list`)).status).toBe(404)
      if (line.startsWith('catalog list show'))
        expect((await fetch(`${server.address}/v1/lists/my-list`)).status).toBe(200)
    }
  })

  it('has a script that writes a backup, checks it, and deletes one that failed', { timeout: 240_000 }, async () => {
    const DATA_DIR = await newDataDir()
    const server = await startServer({ DATA_DIR })
    expect(await upload(server, 'My list')).toBe(201)
    const { folder, sh } = await install(DATA_DIR)
    const [script = ''] = blocks('sh', section('Backups'))
    const backup = script
      .replace('PATH=/usr/local/bin:$PATH\n', '')
      .replaceAll('/var/backups/mod-list-catalog', join(folder, 'backups'))
      .replaceAll('/var/tmp/mod-list-catalog-check', join(folder, 'check'))
    expect(await sh(backup)).toMatchObject({ status: 0 })
    expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d-\d{6}\.backup$/)])
    expect(readdirSync(folder).sort()).toEqual(['backups', 'bin'])
    const age = async () =>
      /^catalog_backup_age_seconds (\d+)/m.exec(await (await fetch(`${server.address}/metrics`)).text())
    await expect.poll(age).not.toBeNull()

    const [made = ''] = readdirSync(join(folder, 'backups'))
    const damaged = backup.replace('export -', 'export - | head -c 500')
    await sh(`rm backups/${made}`)
    expect((await sh(damaged)).status).not.toBe(0)
    expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/\.backup\.part$/)])
  })

  it('has commands that restore a backup in place', { timeout: 240_000 }, async () => {
    const DATA_DIR = await newDataDir()
    const server = await startServer({ DATA_DIR })
    expect(await upload(server, 'Kept')).toBe(201)
    const { folder, sh } = await install(DATA_DIR)
    expect(await sh('catalog export - > made.backup')).toMatchObject({ status: 0 })
    expect(await upload(server, 'Lost')).toBe(201)
    await stop(server)

    const [restoring = ''] = blocks('sh', section('Restoring a backup'))
    const commands = restoring
      .replaceAll(/^systemctl .*\n/gm, '')
      .replaceAll('/var/lib/mod-list-catalog', DATA_DIR)
      .replace('/var/backups/mod-list-catalog/DATE.backup', 'made.backup')
    expect(await sh(commands)).toMatchObject({ status: 0 })
    const restored = await startServer({ DATA_DIR })
    expect(await namesOf(restored)).toEqual(['Kept'])
    expect(readdirSync(DATA_DIR)).toContainEqual(expect.stringMatching(/^postgres\.\d{4}-\d\d-\d\d-\d{6}$/))
    expect(readdirSync(folder).sort()).toEqual(['bin', 'made.backup'])
    await stop(restored)
  })

  it('lets a proxy accept every upload that the service accepts', () => {
    const limit = loadConfig({}).upload.maxBodyBytes
    const [, nginx] = /client_max_body_size (\d+)m;/.exec(page) ?? []
    expect(blocks('caddyfile').join()).not.toContain('max_size') // Caddy has no limit of its own
    expect(Number(nginx) * 2 ** 20).toBeGreaterThan(limit)
  })
})

describe('deploy/alerts.yml', () => {
  const { groups } = parse(read('deploy/alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] }
  const rules = groups.flatMap((group) => group.rules)

  it('uses only metrics that a running server has', { timeout: 120_000 }, async () => {
    const DATA_DIR = await newDataDir()
    const server = await startServer({ DATA_DIR })
    // The age of the backup is absent until one was checked.
    expect((await startProgram('cli', { DATA_DIR }, ['backup', 'checked']).exit).status).toBe(0)
    const isKnown = async () => {
      const metrics = await (await fetch(`${server.address}/metrics`)).text()
      const known = new Set([...metrics.matchAll(/^([a-z_]+)[ {]/gm)].map(([, name = '']) => name))
      return (name: string) => known.has(name) || name === 'probe_success' // of the blackbox exporter
    }
    const WORDS = /\b(?:sum|max|min|absent|rate|by|le|or|and|job|status|histogram_quantile|predict_linear|up|e|m|h|d)\b/
    for (const { alert, expr } of rules) {
      const bare = expr.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '')
      const named = [...bare.matchAll(/\b[a-z][a-z_]*\b/g)].map(([name]) => name).filter((name) => !WORDS.test(name))
      expect({ alert, named: named.length > 0 || expr.startsWith('up{') }).toEqual({ alert, named: true })
      // Figures of the catalog are absent until they have been counted once.
      const missing = async () => {
        const known = await isKnown()
        return { alert, missing: named.filter((name) => !known(name)) }
      }
      await expect.poll(missing, { timeout: 60_000 }).toEqual({ alert, missing: [] })
    }
    expect(rules.length).toBeGreaterThan(5)
  })
})
