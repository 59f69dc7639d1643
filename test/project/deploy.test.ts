import { readdirSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { VARIABLES } from '../../src/config.ts'
import { path, read } from '../support/project.ts'

describe('docs/scale.md', () => {
  const scale = read('docs/scale.md')
  const files = readdirSync(path('deploy')).map((name) => read(`deploy/${name}`))
  const rows = [...scale.matchAll(/^\| (`[^|]+) \|/gm)].map(([, settings = '']) => settings)
  const settings = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, setting = '']) => setting))

  it('explains only settings that the files of deploy/ have', () => {
    expect(settings.length).toBeGreaterThan(15)
    const lines = files
      .join('\n')
      .replaceAll("'", '')
      .split('\n')
      .map((line) => line.trim())
    expect(settings.filter((setting) => !lines.includes(setting))).toEqual([])
  })

  it('explains each setting of the whole cluster', () => {
    const { postgresql, ...own } = parse(read('deploy/patroni.yml')).bootstrap.dcs
    const { parameters, ...others } = postgresql
    const names = Object.keys({ ...own, ...others, ...parameters })
    expect(names.filter((name) => !settings.some((setting) => setting.startsWith(`${name}:`)))).toEqual([])
  })

  it('opens no port of Patroni on all addresses, and lets nobody change the cluster without a password', () => {
    const { restapi } = parse(read('deploy/patroni.yml'))
    expect(restapi.listen).toBe(restapi.connect_address)
    expect(restapi.authentication).toEqual({ username: expect.any(String), password: expect.any(String) })
  })

  it('links with docs/operating.md every file of deploy/, and names only variables that the service reads', () => {
    const pages = scale + read('docs/operating.md')
    for (const name of readdirSync(path('deploy'))) expect(pages).toContain(`(../deploy/${name})`)
    const named = [...scale.matchAll(/\b([A-Z]+_[A-Z_]+)\b/g)].map(([, name = '']) => name)
    expect(named).toContain('DATABASE_URL')
    expect(named.filter((name) => !VARIABLES.includes(name))).toEqual([])
  })
})

it('deploy/etcd joins the machines of deploy/patroni.yml, and listens only on its own address', () => {
  const { name, etcd3, restapi } = parse(read('deploy/patroni.yml'))
  const [address] = restapi.listen.split(':')
  const settings = parseEnv(read('deploy/etcd'))
  expect(settings).toMatchObject({ ETCD_NAME: name, ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379` })
  expect(settings.ETCD_ADVERTISE_CLIENT_URLS).toBe(settings.ETCD_LISTEN_CLIENT_URLS)
  expect(settings.ETCD_LISTEN_PEER_URLS).toBe(`http://${address}:2380`)
  expect(settings.ETCD_INITIAL_ADVERTISE_PEER_URLS).toBe(settings.ETCD_LISTEN_PEER_URLS)
  const peers = etcd3.hosts.map((host: string, at: number) => `db${at + 1}=http://${host.replace('2379', '2380')}`)
  expect(settings.ETCD_INITIAL_CLUSTER).toBe(peers.join())
})

it('deploy/alerts.yml gives each rule a severity and a whole sentence, and nothing that a comma has cut off', () => {
  const { groups } = parse(read('deploy/alerts.yml')) as { groups: { rules: Record<string, unknown>[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(5)
  for (const rule of rules)
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Catalog[A-Z]\w+$/),
      expr: expect.any(String),
      for: expect.stringMatching(/^\d+[mhd]$/),
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
      annotations: { summary: expect.stringMatching(/^[A-Z].*\.$/) },
    })
})
