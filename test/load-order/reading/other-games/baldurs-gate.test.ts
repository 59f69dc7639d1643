import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'

const read = (text: string) => readLoadOrder([{ name: 'modsettings.lsx', text }])
const shown = (text: string) =>
  read(text).mods?.map(({ kind, name, enabled, version }) => [kind, name, enabled, version].join(' '))

const attributes = (values: Record<string, string>) =>
  Object.entries(values).map(([id, value]) => `<attribute id="${id}" type="LSString" value="${value}"/>`)
const module = (values: Record<string, string>) => `<node id="ModuleShortDesc">${attributes(values).join('')}</node>`
const order = (uuid: string) => `<node id="Module"><attribute id="UUID" type="FixedString" value="${uuid}"/></node>`
const settings = (children: string, modOrder = '<node id="ModOrder"/>') =>
  `<?xml version="1.0" encoding="UTF-8"?><save><version major="4" minor="7" revision="1" build="3"/>
<region id="ModuleSettings"><node id="root"><children>${modOrder}<node id="Mods">${children}</node></children></node></region></save>`

const GAME = { Folder: 'GustavDev', MD5: '', Name: 'GustavDev', UUID: '28ac9ce2', Version64: '36028797018963968' }
const MENU = { Folder: 'BG3MCM', MD5: '', Name: 'Menu', UUID: '755a8a72', Version64: '37858384367583233' }
const CARRY = { Folder: 'Carry', MD5: '', Name: 'Carry', UUID: '8ed03eae', Version64: '36028797018963968' }

describe('modsettings.lsx of Baldur’s Gate 3', () => {
  it('lists the modules in their order, and the game as unmanaged', () => {
    // The form of the game since its seventh patch, and of Baldur's Gate 3 Mod Manager.
    expect(shown(settings(`<children>${[GAME, MENU, CARRY].map(module).join('')}</children>`))).toEqual([
      'unmanaged GustavDev  1.0.0.0',
      'mod Menu true 1.13.0.1',
      'mod Carry true 1.0.0.0',
    ])
  })

  it('can have its modules in two lists of children', () => {
    expect(shown(settings(`<children>${module(GAME)}</children><children>${module(MENU)}</children>`))).toEqual([
      'unmanaged GustavDev  1.0.0.0',
      'mod Menu true 1.13.0.1',
    ])
  })

  it('has the order of ModOrder in older files, and the older version of 32 bits', () => {
    // The form of Vortex's extension for the game and of the game before its seventh patch.
    const older = { Folder: 'Old', Name: 'Old', UUID: 'AAAA', Version: '268566530' }
    const modOrder = `<node id="ModOrder"><children>${['aaaa', '8ED03EAE'].map(order).join('')}</children></node>`
    const modules = [CARRY, MENU, older, { ...GAME, Folder: 'Gustav' }].map(module).join('')
    expect(shown(settings(`<children>${modules}</children>`, modOrder))).toEqual([
      'unmanaged GustavDev  1.0.0.0',
      'mod Old true 1.0.2.2',
      'mod Carry true 1.0.0.0',
      'mod Menu true 1.13.0.1',
    ])
  })

  it.each([
    [{ Version64: '37858384367583233' }, '1.13.0.1'],
    [{ Version64: '36028797018963968' }, '1.0.0.0'],
    [{ Version64: '2147483649' }, '0.0.1.1'],
    [{ Version64: '268435456' }, '0.0.0.268435456'],
    [{ Version64: '9223372036854775807' }, '127.255.65535.2147483647'],
    [{ Version: '268435456' }, '1.0.0.0'],
    [{ Version: '268566530' }, '1.0.2.2'],
    [{ Version: '4294967295' }, '15.15.255.65535'],
    [{ Version: '36028797018963968' }, '1.0.0.0'],
    [{ Version: '-1' }, ''],
    [{}, ''],
  ])('has the version that the bits of %j say', (version, shownVersion) => {
    const values: Record<string, string> = { Folder: 'X', Name: 'X', UUID: 'u', ...version }
    expect(shown(settings(`<children>${module(values)}</children>`))).toEqual([`mod X true ${shownVersion}`])
  })

  it.each(['Gustav', 'GustavDev', 'GustavX'])('has the game, unmanaged, in the folder %s', (Folder) => {
    const values = { Folder, Name: 'The game', UUID: 'u' }
    expect(shown(settings(`<children>${module(values)}</children>`))).toEqual(['unmanaged The game  '])
  })

  it('pairs a module that was renamed by its UUID', () => {
    const { mods, identities } = read(settings(`<children>${module(MENU)}</children>`))
    expect(mods?.map((mod) => identities.get(mod)?.identity)).toEqual(['uuid 755a8a72'])
  })

  it('is no such file with another root or region, and causes a note if its syntax is broken', () => {
    expect(read('<a/>')).toMatchObject({ mods: null, notes: [] })
    expect(read('<save><region id="Config"/></save>')).toMatchObject({ mods: null, notes: [] })
    expect(read(settings('<children>')).notes).toEqual([
      { file: 'modsettings.lsx', code: 'unreadable', count: 1, names: [] },
    ])
  })
})
