import { describe, expect, it } from 'vitest'
import { hidePersonal, secretsIn } from '../../src/text/personal.ts'

const COMPUTER = "your computer's name"
const ADDRESS = 'an IP address'
const TOKEN = 'an access token'

const SECRETS: readonly [what: string, line: string, hidden: string][] = [
  [COMPUTER, 'Computer Name: ANNS-PC', 'Computer Name: [hidden]'],
  [COMPUTER, 'COMPUTERNAME=ANNS-PC', 'COMPUTERNAME=[hidden]'],
  [COMPUTER, 'UserDomain: ANNS-PC', 'UserDomain: [hidden]'],
  [COMPUTER, 'User Name: ann', 'User Name: [hidden]'],
  [ADDRESS, 'connected to 203.0.113.7', 'connected to [hidden]'],
  [COMPUTER, '"ComputerName": "ANNS-PC", "x": 1', '"ComputerName": "[hidden]", "x": 1'],
  [ADDRESS, 'connected to 203.0.113.7.', 'connected to [hidden].'],
  [ADDRESS, 'at 203.0.113.7:8080', 'at [hidden]:8080'],
  [ADDRESS, 'IP: 203.0.113.7', 'IP: [hidden]'],
  [ADDRESS, '2001:db8:0:1::7 replied', '[hidden] replied'],
  [ADDRESS, '2001:db8:1:2:3:4:5:6', '[hidden]'],
  [TOKEN, 'Authorization: Bearer abcdef1234567890', 'Authorization: Bearer [hidden]'],
  [TOKEN, 'mlc_abcdef0123456789', '[hidden]'],
  [TOKEN, 'key mlk_abcdef0123456789', 'key [hidden]'],
  [TOKEN, 'ghp_abcdefABCDEF0123456789', '[hidden]'],
  [TOKEN, 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_D', '[hidden]'],
  [TOKEN, 'jwt --eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_D', 'jwt --[hidden]'],
  [TOKEN, 'https://example.com/?access_token=abcd1234&a=1', 'https://example.com/?access_token=[hidden]&a=1'],
  [TOKEN, 'api_key=abcd1234', 'api_key=[hidden]'],
]

describe('personal data in a log', () => {
  it.each(SECRETS)('is found and hidden: %s in %j', (what, line, hidden) => {
    expect(secretsIn(`first\r\n${line}\nlast`, () => true)).toEqual([what])
    expect(hidePersonal(line)).toBe(hidden)
  })

  it.each([
    ['C:\\Users\\ann\\a.dll', 'C:\\Users\\[hidden]\\a.dll'],
    ['/home/ann/a.so', '/home/[hidden]/a.so'],
    ['C:\\Users\\Public\\a.dll', 'C:\\Users\\Public\\a.dll'],
  ])('includes names of users in paths: %j', (line, hidden) => {
    expect(hidePersonal(line)).toBe(hidden)
  })

  it.each([
    'ActorValueExtension.dll v1.9.5.4',
    'server version 1.9.5.4',
    'server Version: 1.9.5.4:80',
    'Name.dll 1.9.5.4',
    'connected to 127.0.0.1, 192.168.1.2, 10.0.0.1 and 172.20.0.1',
    'host 999.1.1.1',
    'at fe80::1 and ::1, 12:34:56',
    'Crash::Modules::Module',
    'PublicKeyToken=b77a5c561934e089',
    'Torch Bearer Overhaul.esp',
    'Bearer of Light.esp',
  ])('is not what identifies nobody: %j', (line) => {
    expect(secretsIn(line, () => true)).toEqual([])
    expect(hidePersonal(line)).toBe(line)
  })

  it('does not include four numbers in other files, which are versions there', () => {
    expect(secretsIn('"Address Library","11.0.0.0"', () => false)).toEqual([])
  })
})

it('a token is not looked for within a word with hyphens, which would be searched from each of them', () => {
  const word = 'my-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc'
  expect(hidePersonal(word)).toBe(word)
})
