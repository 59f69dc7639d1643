/** An OpenID Connect provider that people can sign in with. */
export interface Provider {
  /** Its name in settings and addresses: lower-case letters, digits and `-`. */
  name: string
  /** Its name on pages. */
  label: string
  issuer: string
  clientId: string
  clientSecret: string
}

/** How people sign in (docs/accounts.md). */
export interface AccountSettings {
  passkeys: boolean
  providers: readonly Provider[]
  /** Whether anyone can create an account; if false, only existing users can sign in. */
  isOpen: boolean
  /** Days after its last use that a session ends. */
  sessionDays: number
}

/** Returns the provider with this issuer. A slash at the end of the address makes no difference. */
export const providerOfIssuer = ({ providers }: Pick<AccountSettings, 'providers'>, issuer: string) =>
  providers.find((provider) => URL.canParse(issuer) && new URL(provider.issuer).href === new URL(issuer).href)
