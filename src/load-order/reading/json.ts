import { FAILSAFE_SCHEMA, load } from 'js-yaml'
import { splitLines } from '../../text/lines.ts'
import { once } from './found-mods.ts'

/** An object of a JSON text. Each value may be of any kind. */
export type JsonObject = Partial<Record<string, unknown>>

/** Returned for a text with broken syntax. JSON can't have this value. */
const BROKEN = undefined

/** Matches a text that is nested far deeper than any list, which would take long to parse. */
const DEEP = /^\s*(?:[[{]\s*(?:"\w{0,20}"\s*:\s*)?){50}/

/** Matches the start of a list, or a value on one line. For the error of a longer text, V8 counts all its lines. */
const VALUE = /^\s*(?:[[{]|["\w-][^\n]*\n?$)/

/** Matches the first line of JSON, which can stand within other text. */
const JSON_START = /^[[{][ \t]*(?:\r?$|["{])/m

/**
 * Parses the JSON of a file, or else the JSON that stands within it on lines of its own; undefined if its syntax is broken.
 * JSON.parse does not recurse, so deep nesting is safe.
 */
export const parseJson = once(({ text }): unknown => {
  const whole = parsePart(text)
  if (whole !== BROKEN) return whole
  const start = text.search(JSON_START)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  const isPart = start > 0 || (start === 0 && end < text.trimEnd().length)
  return isPart ? parsePart(text.slice(start, end)) : BROKEN
})

function parsePart(text: string): unknown {
  try {
    return DEEP.test(text) || !VALUE.test(text) ? BROKEN : JSON.parse(text)
  } catch {
    return BROKEN
  }
}

/** Number of characters of YAML up to which js-yaml parses it. It takes a second for a million. */
const MAX_YAML = 2 ** 16

/** Matches where the first line of YAML begins, and where the first line begins that is none. */
const [YAML_START, YAML_END] = [/^\ufeff?(?:- |"?\w{1,50}"?:(?:\s|$))/m, /\n(?![\s#}\]-]|"?\w{1,50}"?:(?:\s|$))/]

/**
 * Parses YAML without types, so that a version stays as written; undefined if its syntax is broken. It can stand within
 * other text. Of a long text, only reads a list of mappings as programs write it, and in it the values of `keys`.
 */
export function parseYaml(text: string, keys: ReadonlySet<string>): unknown {
  const below = text.slice(Math.max(0, text.search(YAML_START)))
  const end = below.search(YAML_END)
  const yaml = end === -1 ? below : below.slice(0, end)
  if (yaml.length > MAX_YAML) return parseRegularYaml(yaml, keys)
  try {
    return load(yaml, { schema: FAILSAFE_SCHEMA }) ?? null
  } catch {
    return BROKEN
  }
}

const YAML_LINE = /^( *)(- +)?(\w{1,50}):(?: +(\S.*))?$/

/** Returns the rows below each key of the top level, or the rows of a text without keys. */
function parseRegularYaml(text: string, keys: ReadonlySet<string>): unknown {
  const lists: JsonObject = {}
  let rows: JsonObject[] = []
  let row: JsonObject | undefined
  let fields: JsonObject | undefined // those of the row's last key
  let indent = 0 // of the keys of a row
  for (const line of splitLines(text.replace(/^\ufeff/, ''))) {
    const [, blanks = '', dash = '', key = '', written = ''] = YAML_LINE.exec(line.trimEnd()) ?? []
    const at = blanks.length + dash.length
    if (key !== '' && at === 0) {
      rows = []
      lists[key] = rows
      row = undefined
    } else if (key !== '' && (at === indent || row === undefined) && (row !== undefined || dash !== '')) {
      if (row === undefined || dash !== '') {
        row = {}
        rows.push(row)
      }
      indent = at
      fields = written === '' ? {} : undefined
      const value = fields ?? scalarOf(written)
      if (!keys.has(key)) fields = undefined
      else if (value === undefined) return BROKEN
      else row[key] = value
    } else if (key !== '' && dash === '' && at > indent) {
      if (fields !== undefined && keys.has(key)) fields[key] = scalarOf(written)
    } else {
      const rest = line.trimStart()
      const depth = line.length - rest.length
      const isInside =
        depth > indent || (depth > 0 && (row === undefined || (depth === indent && rest.startsWith('-'))))
      if (!isInside && rest !== '' && !rest.startsWith('#') && rest !== '---') return BROKEN
    }
  }
  return Object.keys(lists).length > 0 ? lists : rows
}

/** Returns a value on one line, without quotes, or a mapping of such values; undefined if it needs a parser. */
function scalarOf(text: string): string | JsonObject | undefined {
  if (/^\{[\w.:, +-]*\}$/.test(text))
    return Object.fromEntries(
      text
        .slice(1, -1)
        .split(',')
        .map((pair) => pair.split(':').map((part) => part.trim())),
    )
  const [, quoted] = /^'([^']*)'$|^"([^"\\]*)"$/.exec(text)?.filter((group) => group !== undefined) ?? []
  if (quoted !== undefined) return quoted
  return /^[-?:,[\]{}#&*!|>'"%@`]|: | #/.test(text) ? undefined : text
}

/** Like parseJson, for an object; null if the file has another value. */
export function parseObject(input: { text: string }): JsonObject | null | undefined {
  const value = parseJson(input)
  return value === BROKEN || isObject(value) ? value : null
}

/**
 * Returns the elements of the array in a file if there are any and all are objects of a shape; null for another value,
 * undefined if the syntax is broken.
 */
export function parseRows(
  input: { text: string },
  hasShape: (row: JsonObject) => boolean,
): JsonObject[] | null | undefined {
  const value = parseJson(input)
  if (value === BROKEN) return BROKEN
  return Array.isArray(value) && value.length > 0 && value.every((row) => isObject(row) && hasShape(row)) ? value : null
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the objects of an array; undefined if the value is not an array. */
export const objectsOf = (value: unknown): JsonObject[] | undefined =>
  Array.isArray(value) ? value.filter(isObject) : undefined
