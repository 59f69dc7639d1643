/** Details of the site that the operator sets. All pages show them. */
export interface SiteInfo {
  name: string
  /** Address for questions and complaints: http, https or mailto. */
  contact?: string | undefined
  terms?: string | undefined
  privacy?: string | undefined
  notice?: string | undefined
  /** Whether an upload requires an account. */
  needsAccount: boolean
}

export const DEFAULT_SITE: SiteInfo = { name: 'Mod list catalog', needsAccount: false }
