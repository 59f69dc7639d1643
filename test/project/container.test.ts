import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The instructions of the last stage, which is the image. */
function imageInstructions(): [name: string, rest: string][] {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const instructions = lines.flatMap((line): [string, string][] => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    return name === undefined || rest === undefined ? [] : [[name, rest]]
  })
  return instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'))
}

describe('the image', () => {
  it('runs as an unprivileged user, who owns none of its files', () => {
    const instructions = imageInstructions()
    const users = instructions.filter(([name]) => name === 'USER').map(([, user]) => user)
    expect(users).toEqual(['node'])
    expect(instructions.some(([name, rest]) => name === 'COPY' && rest.includes('--chown'))).toBe(false)
    const afterUser = instructions.slice(instructions.findIndex(([name]) => name === 'USER'))
    expect(afterUser.map(([name]) => name)).not.toContain('RUN')
  })

  it('is built from the lock file, without scripts of dependencies and what only development needs', () => {
    const dockerfile = read('Dockerfile')
    expect(dockerfile).toMatch(/^RUN npm ci --ignore-scripts$/m)
    expect(dockerfile).toMatch(/npm prune --omit=dev/)
    expect(dockerfile).not.toMatch(/npm (install|i) |^ADD /m)
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.git', 'data']))
  })
})

describe('docker compose', () => {
  const { services } = parse(read('docker-compose.yml'))

  it('runs the service on a read-only root file system, without any capability or way to get one', () => {
    expect(services.catalog).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    for (const service of Object.values<object>(services)) {
      expect(service).not.toHaveProperty('privileged')
      expect(service).not.toHaveProperty('network_mode')
      expect(service).not.toHaveProperty('cap_add')
    }
  })

  it('shows the service to this machine alone, and the database to nobody', () => {
    expect(services.catalog.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)])
    expect(services.database).not.toHaveProperty('ports')
  })
})

describe('the lock file', () => {
  it('pins every dependency by the hash of its archive', () => {
    const { packages } = JSON.parse(read('package-lock.json'))
    const unpinned = Object.entries<{ integrity?: string; link?: boolean }>(packages)
      .filter(([path, { integrity, link }]) => path !== '' && link !== true && !/^sha512-/.test(integrity ?? ''))
      .map(([path]) => path)
    expect(unpinned).toEqual([])
    expect(Object.keys(packages).length).toBeGreaterThan(100)
  })
})
