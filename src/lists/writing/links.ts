/**
 * Whether a link may be shown to people: an address with http, https or no scheme at all (`example.com:8080/x`).
 * Anything that a browser might run (`javascript:`) is not (docs/api.md#creating-and-replacing-a-list).
 */
export function isLink(text: string): boolean {
  // Browsers drop tabs and line ends within a scheme, and spaces before it: none may stand there.
  if (/\p{Cc}|^\s/u.test(text)) return false
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return URL.canParse(text)
  const isHostWithPort = scheme !== undefined && /\./.test(scheme) && /^[^:]*:\d{1,5}([/?#]|$)/.test(text)
  return (scheme === undefined || isHostWithPort) && URL.canParse(`https://${text.replace(/^\/\//, '')}`)
}
