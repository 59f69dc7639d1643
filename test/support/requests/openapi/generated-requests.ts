import fc from 'fast-check'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { anyCharacter } from '../../any-character.ts'
import { FIELD_PARTS, FORM_TYPE, formBody, LIST_FIELD_NAMES, type Part } from '../parts.ts'
import { pathOf, type Route } from './routes.ts'

/** Values that often break programs: paths, control and bidirectional characters, unusual numbers and names. */
const NASTY = [
  ...['', ' ', "' OR 1=1 --", '; DROP TABLE lists', 'TESV Skyrim SE', '[object Object]', ' 1', '1 '],
  ...String.raw`. .. / \ ../../etc/passwd ..\..\boot.ini %2e%2e%2f /etc/passwd C:\x file:///etc/passwd`.split(' '),
  ...['\0', 'a\0b', '\n', '\r\nX-Injected: 1', '\t', '\u001b[31m', '\u007f', '\u0085', '\u2028'],
  ...['\ufeff', '\ufffe', '\uffff', '\u202e', '\u2066abc\u2069', '\u200f', 'e\u0301'.repeat(50)],
  ...['\u{1f600}', '\u{e0001}', 'ẞ', 'İ', '\ud800', 'a\udfff', 'x'.repeat(300), '漢'.repeat(120)],
  ...'CON nul.txt COM1 aux LPT9.log .htaccess - -- -rf ~ * ? | $(id) `id` #{7*7} {{7*7}} javascript:alert(1)'.split(
    ' ',
  ),
  ...'__proto__ constructor prototype toString hasOwnProperty __proto__[x] constructor.prototype'.split(' '),
  ...'1 0 -1 1e3 0x10 +1 1.0 01 9007199254740992 -9007199254740993 1e309 NaN Infinity 2147483648'.split(' '),
  ...'99999999999999999999 ０ ٣ ½ true null undefined all [] {} \' " % _ \\x00 <script>alert(1)</script>'.split(' '),
  ...'//evil.example created -created my-list my-list-2 4 [ ] %5B & = #'.split(' '),
]

/** Invalid percent-encoding and invalid UTF-8: overlong, lone surrogates, cut off. */
const ESCAPES = '% %zz %c0%af %c0%ae%c0%ae %ed%a0%80 %f4%90%80%80 %ff %e2%82 %00 %0d%0a %u0041 + %25'.split(' ')

const BRACKETS = 'page[size] page[number] page filter[author] filter[game] sort query list1 list2'.split(' ')
const ODD_PARAMETERS = [
  ...'page[__proto__] filter[constructor] filter[] page[size][] page[ filter[a][b] __proto__ __proto__[x]'.split(' '),
  ...'constructor[prototype][x] [] ] [ sort[] toString page[size PAGE[SIZE] filter[author][] list1[]'.split(' '),
  'hasOwnProperty',
]
const FIELDS = [...LIST_FIELD_NAMES, '_method', 'files', 'files[]']
const ODD_FIELDS = [
  '',
  ...'game_id is_private expires_at __proto__ constructor toString files[0] files[x] files[0][name]'.split(' '),
]

/** Values of JSON that no field accepts. */
const ODD_VALUES: unknown[] = [
  ...[null, true, 4, -0, 1e3, 2 ** 53, 1.5, 1e308],
  ...[[], [[]], ['4'], [4], {}, { length: 1 }, { toString: 1, valueOf: 1 }, ['a', 'b']],
]
const FILENAMES = [
  '',
  '; filename="a.txt"',
  '; filename=""',
  '; filename="../a\\b"',
  "; filename*=utf-8''%ff",
  '; filename',
]
const TYPES = [
  ...['text/plain', 'multipart/form-data', 'multipart/form-data; boundary=', 'x'],
  'application/json; charset=x',
]
const HEADERS = [
  ...'accept accept-encoding if-match if-none-match range if-range origin x-forwarded-for cookie host'.split(' '),
  ...'content-encoding expect x-http-method-override'.split(' '),
]

const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }) },
)
const escaped = fc.oneof(
  { weight: 5, arbitrary: word.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 2, arbitrary: fc.constantFrom(...ESCAPES) },
  { weight: 1, arbitrary: fc.constantFrom('my-list', '4', 'x', '-') },
)
const parameter = fc
  .tuple(fc.oneof(fc.constantFrom(...BRACKETS), fc.constantFrom(...ODD_PARAMETERS)), escaped, fc.boolean())
  .map(([name, value, isRaw]) => `${isRaw ? name : encodeURIComponent(name)}=${value}`)
const search = fc
  .array(parameter, { maxLength: 4 })
  .map((parameters) => (parameters.length === 0 ? '' : `?${parameters.join('&')}`))

const field = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FIELDS) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_FIELDS) },
)
const value = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)
/** JSON as text, because an object literal cannot easily have its own property `__proto__`. */
const json = fc.array(fc.tuple(field, value), { maxLength: 8 }).map((fields) => {
  const members = fields.map(([name, content]) => `${JSON.stringify(name)}:${JSON.stringify(content) ?? 'null'}`)
  return `{${members.join(',')}}`
})
const part = fc.tuple(field, word, fc.constantFrom(...FILENAMES), word).map(([name, text, filename, odd]): Part => {
  const quoted = odd.replaceAll(/["\r\n]/g, '')
  return [`name="${name}"${filename.replace('a.txt', quoted)}`, text.toWellFormed()]
})
const VALID: Part[] = [...FIELD_PARTS, ['name="files[]"; filename="a.txt"', 'a']]
const form = fc
  .tuple(fc.boolean(), fc.array(part, { maxLength: 6 }))
  .map(([isWhole, parts]) => formBody([...(isWhole ? VALID : []), ...parts]))

const body = fc.oneof(
  fc.constant({}),
  // Almost valid, so that many of these requests store a list.
  fc.array(part, { maxLength: 1 }).map((parts) => ({ type: FORM_TYPE, payload: formBody([...VALID, ...parts]) })),
  json.map((payload) => ({ type: 'application/json', payload })),
  fc
    .constantFrom('null', '[]', '"x"', '{', '1e999', '\u0000', '{"a":1}x', '[[[[[[')
    .map((payload) => ({ type: 'application/json', payload })),
  form.map((payload) => ({ type: FORM_TYPE, payload })),
  fc
    .tuple(form, fc.nat({ max: 400 }))
    .map(([payload, cut]) => ({ type: FORM_TYPE, payload: payload.subarray(0, -cut) })),
  search.map((text) => ({ type: 'application/x-www-form-urlencoded', payload: text.slice(1) })),
  fc.tuple(fc.constantFrom(...TYPES), word).map(([type, payload]) => ({ type, payload: payload.toWellFormed() })),
) as fc.Arbitrary<{ type?: string; payload?: string | Buffer }>

const headerText = word.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, ''))
const headers = fc.dictionary(fc.constantFrom(...HEADERS), headerText, { maxKeys: 2 })

/** Random requests to the routes and to unknown paths, with and without one of the tokens. */
export function generatedRequest(routes: readonly Route[], tokens: readonly string[]): fc.Arbitrary<InjectOptions> {
  const authorization = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom(...tokens).map((token) => `Bearer ${token}`),
    headerText,
  )
  // Most routes only return 405. The others get a higher weight.
  const handled = routes.filter(({ method }) => ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
  const writing = handled.filter(({ method, url }) => !['GET', 'HEAD'].includes(method) && url.startsWith('/v1/lists'))
  const route = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...writing) },
    { weight: 6, arbitrary: fc.constantFrom(...handled) },
    { weight: 1, arbitrary: fc.constantFrom(...routes) },
    {
      weight: 1,
      arbitrary: fc.tuple(escaped, escaped).map(([one, two]) => ({ method: 'GET', url: `/v1/${one}/${two}` })),
    },
  )
  return fc
    .record({ route, segments: fc.tuple(escaped, escaped, escaped), search, headers, authorization, body })
    .map(({ route, segments, search, headers, authorization, body: { type, payload } }) => {
      let at = 0
      const path = pathOf(route, () => segments[at++ % segments.length] ?? '')
      return {
        method: route.method as 'GET',
        url: path + search,
        headers: {
          ...headers,
          ...(authorization !== undefined && { authorization }),
          ...(type !== undefined && { 'content-type': type }),
        },
        ...(payload !== undefined && { payload }),
      }
    })
}

/** Sends a request, and returns what is wrong with the response: a 5xx status, or an error that is not JSON. */
export async function faultOf(app: FastifyInstance, request: InjectOptions): Promise<string | undefined> {
  const { statusCode, headers, body } = await app.inject(request)
  const type = String(headers['content-type'])
  if (statusCode >= 500) return `${statusCode} ${body}`
  if (headers['x-injected'] !== undefined) return 'a header from the request is in the response'
  if (request.method === 'HEAD' || statusCode === 204 || statusCode === 304) return undefined
  const isJson = type.startsWith('application/json')
  if (statusCode >= 400 && !isJson) return `${statusCode} of type ${type}`
  if (!isJson) return undefined
  const parsed = parse(body)
  if (parsed === undefined) return `${statusCode} with a body that is not JSON: ${body.slice(0, 200)}`
  // The errors of OAuth have a member of their own (RFC 6749, section 5.2).
  const text =
    parsed.message ??
    (/^\/(oauth\/|\.well-known\/oauth-authorization-server)/.test(String(request.url)) ? parsed.error : undefined)
  return statusCode < 400 || typeof text === 'string' ? undefined : `${statusCode} without a message`
}

function parse(text: string): { message?: unknown; error?: unknown } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
