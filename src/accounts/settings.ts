/** An OpenID Connect provider at which people have accounts. */
export interface Provider {
  /** Its name in settings and addresses: lower-case letters, digits and `-`. */
  name: string
  /** Its name for people. */
  label: string
  issuer: string
  clientId: string
  clientSecret: string
}

/** How people sign in (docs/accounts.md). */
export interface AccountSettings {
  passkeys: boolean
  providers: readonly Provider[]
  /** Whether anyone may make an account; else only existing accounts sign in. */
  isOpen: boolean
  /** Days after its last use at which a session ends. */
  sessionDays: number
}

/** The provider of an issuer. Addresses that differ in the slash at their end are one issuer. */
export const providerOfIssuer = ({ providers }: Pick<AccountSettings, 'providers'>, issuer: string) =>
  providers.find((provider) => URL.canParse(issuer) && new URL(provider.issuer).href === new URL(issuer).href)
