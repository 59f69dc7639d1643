import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { type AccountSettings, readProviders } from './accounts/settings.ts'
import type { Urls } from './context.ts'
import { CONNECTIONS, DEFAULT_TIMEOUTS } from './db/session.ts'
import { LIFETIME_NAMES } from './lists/expiry/lifetimes.ts'
import { DEFAULT_SITE, type SiteInfo } from './site-info.ts'

/** Returns the schema of a variable. If `parse` returns undefined, the error says "must be `what`". */
const setting = <T>(what: string, parse: (text: string) => T | undefined) =>
  z.string().transform((text, context) => {
    const value = parse(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: `must be ${what}` })
    return z.NEVER
  })

const integer = (from: number, to: number) =>
  setting(`a whole number from ${from} to ${to}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= from && value <= to ? value : undefined
  })

/** A time of 1 to 600 seconds, with a default in milliseconds. */
const seconds = (milliseconds: number) => integer(1, 600).prefault(String(milliseconds / 1_000))

const address = (what: string, form: RegExp) =>
  setting(what, (text) => (form.test(text) && URL.canParse(text) ? text.replace(/(?<!\/)\/+$/, '') : undefined))

const webAddress = address('an address such as https://mods.example.com', /^https?:\/\/[^?#]+$/i)
const databaseAddress = address('an address such as postgresql://user:password@host/database', /^postgres(ql)?:\/\/./i)

/** An address for a link: a web page or an email address. */
const linkAddress = address('an http, https or mailto address', /^(https?:\/\/|mailto:[^@\s]+@)./i)

const isOn = setting('on or off', (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined))

const origins = setting('* or origins such as https://example.com, separated by commas', (text) => {
  const list = text.split(',').map((origin) => origin.trim())
  const isOrigin = (origin: string) => URL.canParse(origin) && new URL(origin).origin === origin
  return text === '*' ? '*' : list.every(isOrigin) ? list : undefined
})

const proxies = setting('true, false, a number of proxies, or their addresses separated by commas', (text) => {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d{1,3}$/.test(text)) return Number(text) || false // 0 proxies: clients connect directly
  const list = text.split(',').map((entry) => entry.trim())
  return list.every(isNetwork) ? text : undefined
})

function isNetwork(text: string): boolean {
  const [ip = '', bits = '0', ...rest] = text.split('/')
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= widest
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  HOST: z.string().default('localhost'),
  PORT: integer(0, 65_535).prefault('3000'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_CONNECTIONS: integer(4, 100).prefault(String(CONNECTIONS)),
  DATABASE_CONNECTION_SECONDS: seconds(DEFAULT_TIMEOUTS.connection),
  DATABASE_STATEMENT_SECONDS: seconds(DEFAULT_TIMEOUTS.statement),
  DATABASE_LOCK_SECONDS: seconds(DEFAULT_TIMEOUTS.lock),
  DATA_DIR: z
    .string()
    .prefault('./data')
    .transform((path) => resolve(path)),
  PUBLIC_URL: webAddress.optional(),
  WEBSITE: isOn.prefault('on'),
  WEBSITE_URL: webAddress.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  MAX_FILES: integer(1, 1000).prefault('32'),
  MAX_FILE_BYTES: integer(1, 2 ** 28).prefault(String(2 ** 20)),
  MAX_BODY_BYTES: integer(1, 2 ** 30).prefault(String(8 * 2 ** 20)),
  MAX_REVISIONS: integer(1, 1000).prefault('100'),
  WRITE_RATE_LIMIT: integer(0, 1_000_000_000).prefault('1200'),
  READ_RATE_LIMIT: integer(0, 1_000_000_000).prefault('0'),
  CACHE_BYTES: integer(0, 2 ** 36).prefault(String(128 * 2 ** 20)),
  TRUST_PROXY: proxies.prefault('false'),
  CORS_ORIGINS: origins.prefault('*'),
  SITE_NAME: z.string().trim().max(60, 'must be at most 60 characters').default(DEFAULT_SITE.name),
  CONTACT_URL: linkAddress.optional(),
  TERMS_URL: linkAddress.optional(),
  PRIVACY_URL: linkAddress.optional(),
  NOTICE: z.string().trim().max(300, 'must be at most 300 characters').optional(),
  ANONYMOUS_UPLOADS: isOn.prefault('on'),
  ANONYMOUS_MAX_LIFETIME: z
    .enum(LIFETIME_NAMES, { error: `must be one of ${LIFETIME_NAMES.join(', ')}` })
    .default('perm'),
  ANONYMOUS_DAILY_BYTES: integer(0, 2 ** 43).prefault(String(2 * 2 ** 30)),
  ANONYMOUS_DAILY_LISTS: integer(0, 1_000_000_000).prefault('500'),
  DAILY_BYTES: integer(0, 2 ** 43).prefault(String(8 * 2 ** 30)),
  STORAGE_LIMIT_BYTES: integer(0, 2 ** 49).prefault('0'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  PASSKEYS: isOn.prefault('on'),
  OIDC_PROVIDERS: z.string().default(''),
  REGISTRATION: z.enum(['open', 'closed'], { error: 'must be open or closed' }).default('open'),
  SESSION_DAYS: integer(1, 3650).prefault('30'),
})

export const VARIABLES = Object.keys(Environment.shape)

/** Shares of CACHE_BYTES for each cache (docs/performance.md). */
export const CACHE_SHARES = { diffs: 1 / 2, responses: 1 / 2 }

export type Config = ReturnType<typeof loadConfig>

export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
  }
}

/** Returns the environment completed by a folder's `.env` file. An empty variable counts as unset. */
export function readEnvironment(environment: NodeJS.ProcessEnv, folder = '.'): NodeJS.ProcessEnv {
  return { ...parseEnv(readSettingsFile(resolve(folder, '.env'))), ...withoutEmpty(environment) }
}

/** Reads a settings file. Accepts a byte order mark of Windows editors, and UTF-16 of PowerShell. */
function readSettingsFile(path: string): string {
  try {
    const bytes = readFileSync(path)
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes) // removes the byte order mark
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    throw new ConfigError([
      `The settings in ${path} can't be read (${code ?? message}). Make it a text file that this user may read, or remove it.`,
    ])
  }
}

const withoutEmpty = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

export function loadConfig(environment: NodeJS.ProcessEnv) {
  const result = Environment.safeParse(withoutEmpty(environment))
  const { providers, problems } = readProviders(environment.OIDC_PROVIDERS ?? '', environment)
  if (!result.success || problems.length > 0) {
    const issues = result.error?.issues ?? []
    throw new ConfigError([...issues.map(({ path, message }) => `${path.join('.')} ${message}.`), ...problems])
  }

  const { data } = result
  return {
    host: data.HOST,
    port: data.PORT,
    databaseUrl: data.DATABASE_URL,
    databaseConnections: data.DATABASE_CONNECTIONS,
    /** How long a request waits for the database, in milliseconds. */
    databaseTimeouts: {
      connection: 1_000 * data.DATABASE_CONNECTION_SECONDS,
      statement: 1_000 * data.DATABASE_STATEMENT_SECONDS,
      lock: 1_000 * data.DATABASE_LOCK_SECONDS,
    },
    dataDir: data.DATA_DIR,
    publicUrl: data.PUBLIC_URL,
    website: data.WEBSITE,
    websiteUrl: data.WEBSITE_URL,
    logLevel: data.LOG_LEVEL,
    upload: { maxFiles: data.MAX_FILES, maxFileBytes: data.MAX_FILE_BYTES, maxBodyBytes: data.MAX_BODY_BYTES },
    maxRevisions: data.MAX_REVISIONS,
    /** Maximum number of requests per minute and client address; 0 means unlimited. */
    rateLimits: { write: data.WRITE_RATE_LIMIT, read: data.READ_RATE_LIMIT },
    /** Total size of the in-memory caches in bytes; 0 disables caching. */
    cacheBytes: data.CACHE_BYTES,
    trustProxy: data.TRUST_PROXY,
    corsOrigins: data.CORS_ORIGINS,
    site: {
      name: data.SITE_NAME,
      contact: data.CONTACT_URL,
      terms: data.TERMS_URL,
      privacy: data.PRIVACY_URL,
      notice: data.NOTICE,
      needsAccount: !data.ANONYMOUS_UPLOADS,
    } satisfies SiteInfo,
    admission: {
      anonymousUploads: data.ANONYMOUS_UPLOADS,
      anonymousMaxLifetime: data.ANONYMOUS_MAX_LIFETIME,
      anonymousDailyBytes: data.ANONYMOUS_DAILY_BYTES,
      anonymousDailyLists: data.ANONYMOUS_DAILY_LISTS,
      dailyBytes: data.DAILY_BYTES,
      storageLimitBytes: data.STORAGE_LIMIT_BYTES,
    },
    /** Token that GET /metrics requires; undefined if it requires none. */
    metricsToken: data.METRICS_TOKEN,
    accounts: {
      passkeys: data.PASSKEYS,
      providers,
      isOpen: data.REGISTRATION === 'open',
      sessionDays: data.SESSION_DAYS,
    } satisfies AccountSettings,
  }
}

export function urlsOf({ host, publicUrl, websiteUrl, website, site }: Config, port: number): Urls {
  const api = publicUrl ?? `http://${linkedHost(host)}:${port}`
  return { api, website: websiteUrl ?? api, hasHistory: website, site }
}

/** Returns the host name for links. 0.0.0.0 and :: are not valid there. */
function linkedHost(host: string): string {
  const name = host.includes(':') ? `[${host}]` : host
  const { hostname } = URL.canParse(`http://${name}`) ? new URL(`http://${name}`) : { hostname: name }
  return ['0.0.0.0', '[::]', '[::ffff:0:0]'].includes(hostname) ? 'localhost' : name
}
