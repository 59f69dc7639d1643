/** Reports whether a link is safe to show: http, https, or no scheme. Browsers might run others. */
export function isLink(text: string): boolean {
  // Browsers ignore tabs and line ends within a scheme, and spaces before it, so these could hide a scheme.
  if (/\p{Cc}|^\s/u.test(text)) return false
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return URL.canParse(text)
  const isHostWithPort = scheme !== undefined && /\./.test(scheme) && /^[^:]*:\d{1,5}([/?#]|$)/.test(text)
  return (scheme === undefined || isHostWithPort) && URL.canParse(`https://${text.replace(/^\/\//, '')}`)
}
