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

/** What browsers are told of every page, in place of what they are told of the API's responses: only what is ours runs. */
export const PAGE_HEADERS = { 'content-security-policy': POLICY } as const
