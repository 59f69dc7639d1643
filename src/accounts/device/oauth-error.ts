/** Error codes of RFC 6749 (5.2), RFC 8628 (3.5) and RFC 7009. */
type OAuthCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'

/** An OAuth error: a code for the program, and a sentence for people who read its log. */
export class OAuthError extends Error {
  readonly code: OAuthCode

  constructor(code: OAuthCode, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
  }
}
