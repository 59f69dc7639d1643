import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { personalData } from '../../../../src/lists/writing/profile/personal-data.ts'
import { chooseProfile, type ProfileEntry } from '../../../../src/lists/writing/profile/profile.ts'
import { CRASH_LOGGER } from '../../../support/profiles/logs.ts'
import { SAMPLES } from '../../../support/profiles/samples.ts'

const found = (text: string) => personalData(new TextEncoder().encode(text))
const home = (path: string) => [`a path with a user's name (${path})`]

const STEAM = ['ids of your Steam account']
const BETHESDA = ['ids of your Bethesda.net account']

describe('the personal data of a file', () => {
  it.each([
    ['[Bethesda.net]\r\nuPersistentUuidData0=0\r\nuPersistentUuidData0_Steam=2684210286\r\n', STEAM],
    ['[Bethesda.net]\nuPersistentUuidData0 = 650138001\n', BETHESDA],
    ['upersistentuuiddata3_STEAM=5', STEAM],
    ['[Settings]\nnexus_username=ann\n', ['your login for Nexus Mods']],
    ['[Settings]\nsteam_password=x\n', ['your login for Steam']],
  ])('includes ids and logins of accounts: %j', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it.each([
    ['sPath=C:\\Users\\Ann Lee\\Documents\\My Games', 'C:\\Users\\Ann Lee'],
    ['gamePath=@ByteArray(D:\\\\Users\\\\ann\\\\Skyrim)', 'D:\\\\Users\\\\ann'],
    ['# made in /home/ann/profiles', '/home/ann'],
    ['dir = "/Users/ann"', '/Users/ann'],
    ['Z:\\home\\ann\\.steam', 'Z:\\home\\ann'],
    ['c:/users/ann', 'c:/users/ann'],
    ['first=C:\\Users\\Public\\x\nsecond=C:\\Users\\ann\\x', 'C:\\Users\\ann'],
  ])('includes paths in a home folder: %j', (text, path) => {
    expect(found(text)).toEqual(home(path))
  })

  it.each([
    ['token:0123abcd', 'an access token'],
    ['[12:00:00] [main/INFO]: (Session ID is token:abc123def:0a1b2c)', 'an access token'],
    ['java --accessToken abcdef --version 1.20', 'an access token'],
    ['[--username, Ann, --accessToken, abcdef, --version, 1.20]', 'an access token'],
    ['url=https://discord.com/api/webhooks/123456789/abcDEF-ghi_jkl', 'the address of a Discord webhook'],
    ['https://ptb.discordapp.com/api/v10/webhooks/123456789/abcDEF-ghi_jkl', 'the address of a Discord webhook'],
    ['SteamID 76561197960287930', 'a Steam ID'],
    ['steamid64: "76561197960287930"', 'a Steam ID'],
    ['[Launcher] Logged in as ann.lee@example.com', 'an e-mail address'],
  ])('includes secrets: %j', (text, what) => expect(found(text)).toEqual([what]))

  it.each([
    '--accessToken, ????????, --version',
    'Unexpected token: }',
    'PublicKeyToken=b77a5c561934e089',
    'SteamID 7656119796028793, SteamID: unknown',
    'Logged in as Ann; write to ann@example.com',
    'https://discord.com/channels/123456789/987654321',
  ])('does not include what is no secret: %j', (text) => expect(found(text)).toEqual([]))

  it('leaves out the builder of a DLL, unless another path has that name, too', () => {
    const frame = '[ 0] 0x7FF600 skee64.dll+001DAE5\tmov |  C:\\Users\\author\\source\\repos\\main.cpp:12 hook'
    expect(found(frame)).toEqual([])
    expect(found(`${frame}\nC:\\Users\\author\\Documents`)).toEqual(home('C:\\Users\\author'))
    expect(found('|  C:\\Users\\author\\Documents')).toEqual(home('C:\\Users\\author'))
  })

  it.each([
    '[General]\nuPersistentUuidData0=0\nuPersistentUuidData1_Steam=\nnexus_username=\nsLanguage=ENGLISH',
    'sLocalSavePath=__MO_Saves\\',
    'C:\\Users\\Public\\Games, C:\\users\\steamuser\\x, /home/deck/.local, /Users/Shared/x, C:\\Users\\%USERNAME%\\x',
    'textures/home/ann.dds, see https://example.com/users/ann, my/Users/ann',
    '+Users Home\n-home\nusers/ann',
    '',
  ])('does not include text that identifies nobody: %j', (text) => {
    expect(found(text)).toEqual([])
  })

  it('is also found in UTF-16 and windows-1252', () => {
    const utf16 = Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('a=C:\\Users\\ann', 'utf16le')])
    expect(personalData(utf16)).toEqual(home('C:\\Users\\ann'))
    const windows = Buffer.concat([Buffer.from('a=é'), Buffer.of(0xe9), Buffer.from('\nb=C:\\Users\\ann')])
    expect(personalData(windows)).toEqual(home('C:\\Users\\ann'))
  })

  it.each([
    ['{"kind": "metapackage", "author": "ann"}', 'ann'],
    ['{"kind": "metapackage", "author": ["ann", "bob"]}', 'ann, bob'],
    ['{"kind": "metapackage", "author": ""}', null],
    ['{"kind": "metapackage"}', null],
    ['{"kind": "package", "author": "metapackage"}', null],
    ['{"kind": "metapackage", "author": "ann"', null],
  ])('is the author of a modpack of CKAN: %s', (text, name) => {
    const what = `an author's name (${name}), which CKAN takes from your account on this computer`
    expect(found(text)).toEqual(name === null ? [] : [what])
  })

  it.each([
    ['openmw.cfg', 'data="/home/ann/mods/A"\ndata=/srv/B', '/home/ann'],
    ['mods.yml', '- name: A-B\n  icon: C:\\Users\\ann\\AppData\\icon.png', 'C:\\Users\\ann'],
  ])('is a path of a home folder in %s', (_, text, path) => expect(found(text)).toEqual(home(path)))

  it.each([
    ['Computer Name: ANNS-PC', "your computer's name"],
    ['connected to 203.0.113.7', 'an IP address'],
    ['Authorization: Bearer abcdef1234567890', 'an access token'],
  ])('is found in a crash log before an upload: %s', (line, what) => {
    expect(found(`${CRASH_LOGGER}\n${line}\n`)).toEqual([what])
  })

  it('lists each kind once', () => {
    const text =
      'uPersistentUuidData0_Steam=1\nuPersistentUuidData1_Steam=2\nuPersistentUuidData0=3\n/home/ann/a\n/home/bob/b'
    expect(found(text)).toEqual([...STEAM, ...BETHESDA, ...home('/home/ann')])
  })

  const real = `${SAMPLES}phinfield`
  it.skipIf(!existsSync(real))('is reported only for the one file of a real profile that has account ids', () => {
    const files = ['modlist.txt', 'plugins.txt', 'starfield.ini', 'starfieldcustom.ini', 'starfieldprefs.ini']
    const reported = files.flatMap((name) => personalData(readFileSync(`${real}/${name}`)).map((what) => [name, what]))
    expect(reported).toEqual([['starfieldprefs.ini', ...STEAM]])
  })
})

describe('a profile with personal data', () => {
  const entry = (name: string, text: string): ProfileEntry => {
    const content = new TextEncoder().encode(text)
    return { name, kind: 'file', bytes: content.length, read: async () => content }
  }
  const limits = { maxFiles: 2, maxFileBytes: 1000, maxBodyBytes: 100_000 }

  it('includes files with personal data only after all other files', async () => {
    const entries = [entry('modlist.txt', '/home/ann/x'), entry('a.ini', 'x'), entry('b.ini', 'x')]
    const { files, skipped } = await chooseProfile(entries, limits, () => false)
    expect(files.map(({ name }) => name)).toEqual(['a.ini', 'b.ini'])
    expect(skipped).toEqual([{ name: 'modlist.txt', reason: 'a list can have at most 2 files' }])

    const few = await chooseProfile(entries.slice(0, 2), limits, () => false)
    expect(few.files).toMatchObject([
      { name: 'a.ini', personal: [] },
      { name: 'modlist.txt', personal: home('/home/ann') },
    ])
  })
})
