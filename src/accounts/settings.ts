export interface Provider {
  /** Its name in settings and addresses: lower-case letters, digits and `-`. */
  name: string
  label: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Milliseconds that it has to answer; 15,000 if not given. */
  timeoutMs?: number
}

/** How people sign in (docs/accounts.md). */
export interface AccountSettings {
  passkeys: boolean
  providers: readonly Provider[]
  /** Whether anyone can create an account; if false, only existing users can sign in. */
  isOpen: boolean
  sessionDays: number
}

/** Returns the provider with this issuer. A slash at the end of the address makes no difference. */
export const providerOfIssuer = ({ providers }: Pick<AccountSettings, 'providers'>, issuer: string) =>
  providers.find((provider) => URL.canParse(issuer) && new URL(provider.issuer).href === new URL(issuer).href)

const NAME = /^[a-z][a-z0-9-]{0,30}$/

/** Reads the providers of OIDC_PROVIDERS, with variables such as OIDC_NEXUS_ISSUER. */
export function readProviders(
  names: string,
  environment: NodeJS.ProcessEnv,
): { providers: Provider[]; problems: string[] } {
  const problems: string[] = []
  const all = names.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim().toLowerCase()]))
  const wrong = all.find((name, at) => !NAME.test(name) || all.indexOf(name) !== at)
  if (wrong !== undefined) {
    problems.push(
      'OIDC_PROVIDERS must be different names of letters, digits and hyphens, such as nexus,discord, separated by commas.',
    )
    return { providers: [], problems }
  }
  const providers = all.map((name): Provider => {
    const prefix = `OIDC_${name.toUpperCase().replaceAll('-', '_')}_`
    const required = (what: string) => {
      const value = environment[prefix + what] ?? ''
      if (value === '') problems.push(`${prefix}${what} is missing: OIDC_PROVIDERS names ${name}.`)
      return value
    }
    const issuer = required('ISSUER')
    if (issuer !== '' && !isIssuer(issuer)) {
      problems.push(`${prefix}ISSUER must be an https address such as https://accounts.example.com.`)
    }
    const [clientId, clientSecret] = [required('CLIENT_ID'), required('CLIENT_SECRET')]
    return { name, label: environment[`${prefix}LABEL`] || name, issuer, clientId, clientSecret }
  })
  return { providers, problems }
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
  return isSafe && search === '' && hash === '' && username === ''
}

const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)
