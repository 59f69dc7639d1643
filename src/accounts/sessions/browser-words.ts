/**
 * Browsers by a pattern of their User-Agent header. The first match counts, because most headers name other browsers
 * too.
 */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: typeof BROWSERS, agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1]

/** Returns the browser and the system of a User-Agent header in words, such as "Firefox on Linux". */
export function browserWords(agent = ''): string {
  const browser = nameIn(BROWSERS, agent) ?? 'A browser'
  const system = nameIn(SYSTEMS, agent)
  return system === undefined ? browser : `${browser} on ${system}`
}
