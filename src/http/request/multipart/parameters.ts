/** A header value with its parameters, such as `form-data; name="a"`. */
export interface Parameters {
  /** The value before the first semicolon, in lower case. */
  value: string
  /** The parameters by name, in lower case. */
  parameters: ReadonlyMap<string, string>
}

/** Matches one parameter: a token, or a quoted text in which a backslash may precede a quote or a backslash. */
const PARAMETER = /;[ \t]*(?:([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^";]*)))?[ \t]*/y

/** Parses a header value. Returns undefined if it is malformed or has a parameter twice. */
export function parseParameters(header: string): Parameters | undefined {
  const start = header.indexOf(';')
  const value = (start === -1 ? header : header.slice(0, start)).trim().toLowerCase()
  const parameters = new Map<string, string>()
  let at = start === -1 ? header.length : start
  while (at < header.length) {
    PARAMETER.lastIndex = at
    const [all, name, quoted, token = ''] = PARAMETER.exec(header) ?? []
    if (all === undefined) return undefined
    at += all.length
    if (name === undefined) continue // a semicolon without a parameter
    const key = name.toLowerCase()
    if (parameters.has(key)) return undefined
    parameters.set(key, quoted === undefined ? token.trim() : withoutEscapes(quoted))
  }
  return { value, parameters }
}

/** Other backslashes stay: some clients send Windows paths as they are. */
const withoutEscapes = (quoted: string) => quoted.replace(/\\(["\\])/g, '$1')
