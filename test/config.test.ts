import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, loadConfig, readEnvironment, urlsOf, VARIABLES } from '../src/config.ts'

const NUMBERS = {
  PORT: [0, 65_535],
  DATABASE_CONNECTIONS: [4, 100],
  DATABASE_CONNECTION_SECONDS: [1, 600],
  DATABASE_STATEMENT_SECONDS: [1, 600],
  DATABASE_LOCK_SECONDS: [1, 600],
  MAX_FILES: [1, 1000],
  MAX_REVISIONS: [1, 1000],
  MAX_FILE_BYTES: [1, 2 ** 28],
  MAX_BODY_BYTES: [1, 2 ** 30],
  WRITE_RATE_LIMIT: [0, 1_000_000_000],
  READ_RATE_LIMIT: [0, 1_000_000_000],
  CACHE_BYTES: [0, 2 ** 36],
  ANONYMOUS_DAILY_BYTES: [0, 2 ** 43],
  ANONYMOUS_DAILY_LISTS: [0, 1_000_000_000],
  DAILY_BYTES: [0, 2 ** 43],
  STORAGE_LIMIT_BYTES: [0, 2 ** 49],
} as const

/** Returns the lines of the error that this environment causes. */
function errorsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('an environment without any variable', () => {
  const DEFAULTS = {
    host: 'localhost',
    port: 3000,
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    databaseConnections: 25,
    databaseTimeouts: { connection: 15_000, statement: 15_000, lock: 15_000 },
    dataDir: resolve('data'),
    publicUrl: undefined,
    website: true,
    websiteUrl: undefined,
    logLevel: 'info',
    upload: { maxFiles: 32, maxFileBytes: 1024 * 1024, maxBodyBytes: 8 * 1024 * 1024 },
    maxRevisions: 100,
    rateLimits: { write: 1200, read: 0 },
    cacheBytes: 128 * 1024 * 1024,
    trustProxy: false,
    corsOrigins: '*',
    site: {
      name: 'Mod list catalog',
      contact: undefined,
      terms: undefined,
      privacy: undefined,
      notice: undefined,
      needsAccount: false,
    },
    admission: {
      anonymousUploads: true,
      anonymousMaxLifetime: 'perm',
      anonymousDailyBytes: 2 * 1024 * 1024 * 1024,
      anonymousDailyLists: 500,
      dailyBytes: 8 * 1024 * 1024 * 1024,
      storageLimitBytes: 0,
    },
    metricsToken: undefined,
    accounts: { passkeys: true, providers: [], isOpen: true, sessionDays: 30 },
  }

  it('has the defaults', () => {
    expect(loadConfig({})).toEqual(DEFAULTS)
  })

  it('counts as one with empty or unknown variables', () => {
    expect(loadConfig(Object.fromEntries(VARIABLES.map((name) => [name, ''])))).toEqual(DEFAULTS)
    expect(loadConfig({ PATH: '/bin', PGPORT: 'x', port: '1' })).toEqual(DEFAULTS)
  })
})

describe('a variable', () => {
  it.each([
    [
      { HOST: '::1', PORT: '80' },
      { host: '::1', port: 80 },
    ],
    [
      { DATABASE_URL: 'postgresql://u:p%40ss@db.example/c?x=1' },
      { databaseUrl: 'postgresql://u:p%40ss@db.example/c?x=1' },
    ],
    [{ DATABASE_URL: 'postgres://db.example/c' }, { databaseUrl: 'postgres://db.example/c' }],
    [{ DATABASE_CONNECTIONS: '10' }, { databaseConnections: 10 }],
    [
      { DATABASE_CONNECTION_SECONDS: '1', DATABASE_STATEMENT_SECONDS: '2', DATABASE_LOCK_SECONDS: '3' },
      { databaseTimeouts: { connection: 1_000, statement: 2_000, lock: 3_000 } },
    ],
    [{ DATA_DIR: 'some/where' }, { dataDir: resolve('some/where') }],
    [{ PUBLIC_URL: 'https://mods.example.com/base/' }, { publicUrl: 'https://mods.example.com/base' }],
    [{ WEBSITE_URL: 'https://www.example.com//' }, { websiteUrl: 'https://www.example.com' }],
    [{ WEBSITE: 'off' }, { website: false }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ MAX_REVISIONS: '7' }, { maxRevisions: 7 }],
    [
      { MAX_FILES: '1', MAX_FILE_BYTES: '2', MAX_BODY_BYTES: '3' },
      { upload: { maxFiles: 1, maxFileBytes: 2, maxBodyBytes: 3 } },
    ],
    [{ WRITE_RATE_LIMIT: '0', READ_RATE_LIMIT: '600' }, { rateLimits: { write: 0, read: 600 } }],
    [{ CACHE_BYTES: '0' }, { cacheBytes: 0 }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '0' }, { trustProxy: false }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: '10.0.0.0/8, ::1' }],
    [
      { CORS_ORIGINS: 'https://a.example, http://b.example:8080' },
      { corsOrigins: ['https://a.example', 'http://b.example:8080'] },
    ],
  ])('becomes a setting: %j', (environment, settings) => {
    expect(loadConfig(environment)).toMatchObject(settings)
  })

  it.each(Object.entries(NUMBERS))(
    '%s accepts the ends of its range, and refuses values beyond them',
    (name, [from, to]) => {
      const message = `${name} must be a whole number from ${from} to ${to}.`
      for (const good of [from, to]) expect(errorsOf({ [name]: String(good) })).toEqual([])
      for (const bad of [from - 1, to + 1, 1.5, '1e3', '0x10', ' 5', 'many', '9'.repeat(400)]) {
        expect([bad, errorsOf({ [name]: String(bad) })]).toEqual([bad, [message]])
      }
    },
  )

  it('is refused for a provider with missing variables, or with an issuer that is not an https address', () => {
    const whole = {
      OIDC_NEXUS_ISSUER: 'https://nexus.example',
      OIDC_NEXUS_CLIENT_ID: 'id',
      OIDC_NEXUS_CLIENT_SECRET: 's',
    }
    expect(loadConfig({ OIDC_PROVIDERS: 'nexus', ...whole }).accounts.providers).toEqual([
      { name: 'nexus', label: 'nexus', issuer: 'https://nexus.example', clientId: 'id', clientSecret: 's' },
    ])
    const labelled = { OIDC_MY_IDP_ISSUER: 'http://localhost:8080/realms/x', OIDC_MY_IDP_LABEL: 'Mine' }
    const mine = { OIDC_MY_IDP_CLIENT_ID: 'id', OIDC_MY_IDP_CLIENT_SECRET: 's', ...labelled }
    expect(loadConfig({ OIDC_PROVIDERS: ' Nexus, my-idp ', ...whole, ...mine }).accounts.providers).toMatchObject([
      { name: 'nexus' },
      { name: 'my-idp', label: 'Mine' },
    ])
    expect(errorsOf({ OIDC_PROVIDERS: 'nexus' })).toEqual([
      'OIDC_NEXUS_ISSUER is missing: OIDC_PROVIDERS names nexus.',
      'OIDC_NEXUS_CLIENT_ID is missing: OIDC_PROVIDERS names nexus.',
      'OIDC_NEXUS_CLIENT_SECRET is missing: OIDC_PROVIDERS names nexus.',
    ])
    for (const issuer of ['nexus.example', 'http://nexus.example', 'ftp://x', 'https://x/?a=b', 'https://u:p@x/']) {
      expect(errorsOf({ OIDC_PROVIDERS: 'nexus', ...whole, OIDC_NEXUS_ISSUER: issuer })).toEqual([
        'OIDC_NEXUS_ISSUER must be an https address such as https://accounts.example.com.',
      ])
    }
    for (const names of ['nexus,nexus', 'a b', '1x', 'x/y']) {
      expect(errorsOf({ OIDC_PROVIDERS: names, ...whole })).toEqual([
        'OIDC_PROVIDERS must be different names of letters, digits and hyphens, such as nexus,discord, separated by commas.',
      ])
    }
    expect(errorsOf({ REGISTRATION: 'maybe', PASSKEYS: '1', SESSION_DAYS: '0' })).toHaveLength(3)
  })

  it.each([
    ['DATABASE_URL', 'mysql://db/c', 'an address such as postgresql://user:password@host/database'],
    ['PUBLIC_URL', 'mods.example.com', 'an address such as https://mods.example.com'],
    ['PUBLIC_URL', 'https://mods.example.com?page=1', 'an address such as https://mods.example.com'],
    ['PUBLIC_URL', 'https://mods.example.com#top', 'an address such as https://mods.example.com'],
    ['PUBLIC_URL', 'https:mods.example.com', 'an address such as https://mods.example.com'],
    ['WEBSITE_URL', '/lists', 'an address such as https://mods.example.com'],
    ['WEBSITE', 'yes', 'on or off'],
    ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn, info, debug, trace, silent'],
    ['TRUST_PROXY', 'yes', 'true, false, a number of proxies, or their addresses separated by commas'],
    ['TRUST_PROXY', 'face', 'true, false, a number of proxies, or their addresses separated by commas'],
    ['TRUST_PROXY', '10.0.0.256', 'true, false, a number of proxies, or their addresses separated by commas'],
    ['TRUST_PROXY', '10.0.0.0/33', 'true, false, a number of proxies, or their addresses separated by commas'],
    ['TRUST_PROXY', '10.0.0.1,', 'true, false, a number of proxies, or their addresses separated by commas'],
    ['CORS_ORIGINS', 'example.com', '* or origins such as https://example.com, separated by commas'],
    ['CORS_ORIGINS', 'https://example.com/', '* or origins such as https://example.com, separated by commas'],
    ['CORS_ORIGINS', 'https://a.example,*', '* or origins such as https://example.com, separated by commas'],
  ])('%s refuses %s in one line', (name, value, what) => {
    expect(errorsOf({ [name]: value })).toEqual([`${name} must be ${what}.`])
  })
})

describe('the addresses in links', () => {
  it.each<[environment: NodeJS.ProcessEnv, api: string, website?: string]>([
    [{}, 'http://localhost:4000'],
    [{ HOST: '127.0.0.1' }, 'http://127.0.0.1:4000'],
    [{ HOST: 'localhost' }, 'http://localhost:4000'],
    [{ HOST: '::1' }, 'http://[::1]:4000'],
    [{ HOST: '0.0.0.0' }, 'http://localhost:4000'],
    [{ HOST: '0' }, 'http://localhost:4000'],
    [{ HOST: '::' }, 'http://localhost:4000'],
    [{ HOST: '0:0:0:0:0:0:0:0' }, 'http://localhost:4000'],
    [{ HOST: '::ffff:0.0.0.0' }, 'http://localhost:4000'],
    [{ HOST: 'fe80::1%eth0' }, 'http://[fe80::1%eth0]:4000'],
    [{ PUBLIC_URL: 'https://mods.example.com', HOST: '::' }, 'https://mods.example.com'],
    [{ WEBSITE_URL: 'https://www.example.com' }, 'http://localhost:4000', 'https://www.example.com'],
  ])('can be opened with %j on port 4000: %s', (environment, api, website = api) => {
    expect(urlsOf(loadConfig({ PORT: '3000', ...environment }), 4000)).toMatchObject({ api, website, hasHistory: true })
  })

  it('include pages of the history only if the website is this program’s', () => {
    expect(urlsOf(loadConfig({ WEBSITE: 'off' }), 4000).hasHistory).toBe(false)
  })
})

it('loadConfig never repeats the value of a refused variable, because it may contain a password', () => {
  expect(errorsOf({ DATABASE_URL: 'mysql://catalog:hunter2@db/catalog' }).join()).not.toContain('hunter2')
})

describe('a .env file', () => {
  async function folderWith(file?: string | Buffer): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'catalog-env-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    if (file !== undefined) await writeFile(join(folder, '.env'), file)
    return folder
  }

  const settingsIn = async (file: string | Buffer, environment: NodeJS.ProcessEnv) =>
    loadConfig(readEnvironment(environment, await folderWith(file)))

  it('is read, and variables of the environment override it', async () => {
    const file =
      '# ours\nPORT=4000\nHOST="0.0.0.0" # all\nDATABASE_URL=postgresql://u:a%23b@db/c?x=1#y\nLOG_LEVEL=warn\n'
    expect(await settingsIn(file, { PORT: '5000', LOG_LEVEL: 'debug' })).toMatchObject({
      port: 5000,
      host: '0.0.0.0',
      logLevel: 'debug',
    })
  })

  it('supplies variables that are empty in the environment', async () => {
    expect(await settingsIn('PORT=4000\nHOST=\n', { PORT: '', HOST: '::1' })).toMatchObject({ port: 4000, host: '::1' })
  })

  it.each([
    ['a byte order mark', Buffer.from('\uFEFFPORT=4000\r\nHOST=::1\r\n')],
    ['UTF-16, as PowerShell writes it', Buffer.from('\uFEFFPORT=4000\r\nHOST=::1\r\n', 'utf16le')],
  ])('may have %s', async (_, file) => {
    expect(await settingsIn(file, {})).toMatchObject({ port: 4000, host: '::1' })
  })
})
