import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig, VARIABLES } from '../../src/config.ts'
import { read } from '../support/project.ts'

/** The variables whose default can't be written as a value. */
const WITHOUT_DEFAULT = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'WEBSITE_URL',
  'CONTACT_URL',
  'TERMS_URL',
  'PRIVACY_URL',
  'NOTICE',
  'METRICS_TOKEN',
  'OIDC_PROVIDERS',
]

describe('.env.example', () => {
  it('has exactly the variables that the service reads', () => {
    expect(Object.keys(parseEnv(read('.env.example'))).sort()).toEqual([...VARIABLES].sort())
  })
})

describe('docs/settings.md', () => {
  /** Rows of the table of settings: the variables of a row and their defaults as written. */
  const settings = [...read('docs/settings.md').matchAll(/^\| *(`[A-Z][A-Z_]+`[^|]*)\|([^|]*)\|/gm)].map(
    ([, names = '', defaults = '']) => ({
      names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      defaults: [...defaults.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value),
    }),
  )

  it('has exactly the variables that the service reads in its table', () => {
    expect(settings.flatMap(({ names }) => names).sort()).toEqual([...VARIABLES].sort())
  })

  it('has the defaults of the service', () => {
    const written = settings.flatMap(({ names, defaults }) =>
      names.map((name, index) => [name, defaults[index]] as const),
    )
    expect(Object.fromEntries(written)).toMatchObject({ DATABASE_URL: undefined, WEBSITE_URL: 'PUBLIC_URL' })
    expect(written.find(([name]) => name === 'PUBLIC_URL')?.[1]).toBe('http://HOST:PORT')

    const literal = written.filter(([name]) => !WITHOUT_DEFAULT.includes(name))
    for (const [name, value] of literal) expect([name, value]).toEqual([name, expect.any(String)])
    expect(loadConfig(Object.fromEntries(literal))).toEqual(loadConfig({}))
  })
})

it('docker-compose.yml passes on every setting of the service, except HOST, PORT and DATA_DIR', () => {
  const { environment } = parse(read('docker-compose.yml')).services.catalog
  const fixed = ['HOST', 'PORT', 'DATA_DIR']
  expect(Object.keys(environment).sort()).toEqual(VARIABLES.filter((name) => !fixed.includes(name)).sort())
})
