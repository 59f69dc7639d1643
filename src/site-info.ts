/** What an operator says of their site, on all pages. */
export interface SiteInfo {
  /** Name of the site. */
  name: string
  /** Address for questions and complaints: http, https or mailto. */
  contact?: string | undefined
  terms?: string | undefined
  privacy?: string | undefined
  /** A line above all pages. */
  notice?: string | undefined
  /** Whether only users may upload. */
  needsAccount: boolean
}

export const DEFAULT_SITE: SiteInfo = { name: 'Mod list catalog', needsAccount: false }
