export const HTML = 'text/html; charset=utf-8'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Headers of every page. They replace the API's policy: only scripts and styles of this site run. */
export const PAGE_HEADERS = { 'content-security-policy': POLICY } as const
