import { describe, expect, it } from 'vitest'
import { mayBeStoredLog } from '../../../../src/load-order/reading/stored-profile.ts'

const SIGNS = ['Unhandled ', 'PLUGINS:', 'Game plugins (', 'CALL STACK', 'rash Logger', 'uffout', 'rainwreck', 'SMAPI]']

describe('a file that arrives in pieces', () => {
  it.each(SIGNS)('can be a log by the text %j, wherever it is cut', (sign) => {
    const bytes = Buffer.from(`one line\n${sign}and more\n`)
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect([cut, mayBeStoredLog([bytes.subarray(0, cut), bytes.subarray(cut)])]).toEqual([cut, true])
    }
    expect(mayBeStoredLog(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(true)
  })

  it('can be a log in UTF-16, whose texts are not looked for, even if its byte order mark is cut', () => {
    const bytes = Buffer.from('\ufeffany text', 'utf16le')
    for (const cut of [0, 1, 2, 3]) expect(mayBeStoredLog([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(true)
  })

  it('is none without such a text, and none if it is empty', () => {
    expect(mayBeStoredLog([Buffer.from('+Unhandled'), Buffer.from('-SMAPI')])).toBe(false)
    expect(mayBeStoredLog([])).toBe(false)
  })
})
