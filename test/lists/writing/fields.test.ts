import { describe, expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

const LINKS = ['website', 'discord', 'readme'] as const
const HOST = 'https://example.com/'
const NUL = String.fromCharCode(0)

/** Returns a value as it appears in a test title. A long value is shortened to its first character and its length. */
const shown = (value: string) =>
  value.length > 80 ? `${[...value][0]}... of ${[...value].length} characters` : JSON.stringify(value)

describe('POST /v1/lists', () => {
  const accepted: readonly (readonly [string, string, string | null])[] = [
    ['name', '  Wild Lands\t', 'Wild Lands'],
    ['name', 'x', 'x'],
    ['name', 'ü'.repeat(255), 'ü'.repeat(255)],
    ['name', '🐉'.repeat(255), '🐉'.repeat(255)],
    ['name', ` ${'x'.repeat(255)} `, 'x'.repeat(255)],
    ['description', '', null],
    ['description', 'One\nTwo\tthree "<b>', 'One\nTwo\tthree "<b>'],
    ['description', 'ü'.repeat(10_000), 'ü'.repeat(10_000)],
    ['description', '🐉'.repeat(10_000), '🐉'.repeat(10_000)],
    ['version', '1.10.0', '1.10.0'],
    ['version', '007', '007'],
    ['version', '', null],
    ['version', '🐉'.repeat(32), '🐉'.repeat(32)],
    ...LINKS.flatMap((link) => [
      [link, 'example.com', 'example.com'] as const,
      [link, 'Example.com:8080/A?b=c#d', 'Example.com:8080/A?b=c#d'] as const,
      [link, 'HTTP://Example.com', 'HTTP://Example.com'] as const,
      [link, HOST.padEnd(2048, 'x'), HOST.padEnd(2048, 'x')] as const,
      [link, '', null] as const,
    ]),
  ]

  it.for(accepted.map(([field, value, stored]) => [field, shown(value), value, stored] as const))(
    'stores the field %s with the value %s',
    async ([field, , value, stored], { api, db }) => {
      const { body } = await fillList(api.post('/v1/lists'), { [field]: value }).expect(201)

      expect(body.data[field]).toBe(stored)
      expect(await db.list.findFirst()).toHaveProperty(field, stored)
    },
  )

  it.for([
    ...['1', 'true', 'on', 'yes', 'True', 'ON', 'YES'].map((word) => [word, true] as const),
    ...['0', 'false', 'off', 'no', '', 'False', 'Off', 'NO'].map((word) => [word, false] as const),
  ])('stores private=%j as %j', async ([word, truth], { api, db }) => {
    const { body } = await fillList(api.post('/v1/lists'), { private: word }).expect(201)

    expect(body.data.private).toBe(truth)
    expect(await db.list.findFirst()).toHaveProperty('private', truth)
  })

  it.for([
    ['1', 'TESIII Morrowind'],
    ['13', 'Dark Messiah of Might & Magic'],
    ['31', 'The Witcher: Enhanced Edition'],
    ['TESV Skyrim SE', 'TESV Skyrim SE'],
    ['tesv skyrim se', 'TESV Skyrim SE'],
  ] as const)('stores game=%s as %s', async ([id, name], { api }) => {
    const { body } = await fillList(api.post('/v1/lists'), { game: id }).expect(201)

    expect(body.data.game).toEqual({ name })
  })

  it.for([
    ['3h', '2026-11-20T11:30:00.123000Z'],
    ['24h', '2026-11-21T08:30:00.123000Z'],
    ['3d', '2026-11-23T08:30:00.123000Z'],
    ['1w', '2026-11-27T08:30:00.123000Z'],
    ['perm', null],
    ['', '2026-11-21T08:30:00.123000Z'],
  ] as const)('stores expires=%j of an anonymous list as %j', async ([expires, moment], { api, db }) => {
    const { body } = await fillList(api.post('/v1/lists'), { expires }).expect(201)

    expect(body.data.expires).toBe(moment)
    expect(await db.list.findFirst()).toHaveProperty('expiresAt', moment && new Date(moment))
  })
})

describe('POST /v1/lists with an invalid field', () => {
  const refused: readonly (readonly [string, string])[] = [
    ...['', '   ', '\t\r\n', 'x'.repeat(256), '🐉'.repeat(256), `a${NUL}b`].map((value) => ['name', value] as const),
    ...['', '0', '32', '-1', '4.0', '4a', 'TESV', `TESV Skyrim SE${NUL}`, '99999999999999999999', '٤', 'null'].map(
      (value) => ['game', value] as const,
    ),
    ['description', 'x'.repeat(10_001)],
    ['description', '🐉'.repeat(10_001)],
    ['description', `a${NUL}b`],
    ['version', 'x'.repeat(33)],
    ['version', `1${NUL}`],
    ...['2', '-1', 'maybe', 'null', 'undefined', 'truefalse'].map((value) => ['private', value] as const),
    ...['1h', '24', 'never', 'PERM ', '2027-01-01T00:00:00Z', '__proto__', 'toString'].map(
      (value) => ['expires', value] as const,
    ),
    ...LINKS.flatMap((link) =>
      ['javascript:alert(1)', 'ftp://example.com', 'not a link', HOST.padEnd(2049, 'x'), `${HOST}${NUL}`].map(
        (value) => [link, value] as const,
      ),
    ),
  ]

  it.for(refused.map(([field, value]) => [field, shown(value), value] as const))(
    'returns 422 on %s for the value %s, and stores nothing',
    async ([field, , value], { api, db }) => {
      const { body } = await fillList(api.post('/v1/lists'), { [field]: value }).expect(422)

      expect(Object.keys(body)).toEqual(['message', 'errors'])
      expect(Object.keys(body.errors)).toEqual([field])
      expect(body.message).toBe(body.errors[field][0])
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
    },
  )

  it('returns 422 on name for two letters with 70,000 spaces between them', async ({ api, db }) => {
    const { body } = await fillList(api.post('/v1/lists'), { name: `a${' '.repeat(70_000)}b` }).expect(422)

    expect(Object.keys(body.errors)).toEqual(['name'])
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })

  it('returns 422 under the current names of fields that were sent under old names', async ({ api, db }) => {
    const older = { game: undefined, game_id: '9'.repeat(10), is_private: 'maybe', expires_at: 'never' }
    const { body } = await fillList(api.post('/v1/lists'), older).expect(422)

    expect(Object.keys(body.errors).sort()).toEqual(['expires', 'game', 'private'])
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
  })
})
