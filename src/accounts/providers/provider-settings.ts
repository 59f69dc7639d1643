import type { Provider } from '../settings.ts'

/** Providers of the settings, and what is wrong with them: one line for each problem. */
export interface ReadProviders {
  providers: Provider[]
  problems: string[]
}

const NAME = /^[a-z][a-z0-9-]{0,30}$/

/**
 * Reads the providers that OIDC_PROVIDERS names, each with variables of its own: OIDC_NEXUS_ISSUER for `nexus`. A provider that
 * lacks one of them is a problem, and so is an issuer that is not an https address (http for this machine).
 */
export function readProviders(names: string, environment: NodeJS.ProcessEnv): ReadProviders {
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

/** Whether a text is an address that can be an issuer. Without TLS, others could read the client secret. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
  return isSafe && search === '' && hash === '' && username === ''
}

const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)
