export const HTML = 'text/html; charset=utf-8'

const policy = (frameAncestors: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    "require-trusted-types-for 'script'",
  ].join('; ')

/** Headers of every page. They replace the API's policy: only scripts and styles of this site run. */
export const PAGE_HEADERS = { 'content-security-policy': policy("'none'") } as const

/** Policy of the one page that other websites may show in a frame. It has no script and no form. */
export const FRAMED_POLICY = policy('*')
