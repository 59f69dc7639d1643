import { describe, expect, it } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'

const mods = (...lines: string[]) =>
  readLoadOrder([{ name: 'openmw.cfg', text: lines.join('\r\n') }]).mods?.map(
    ({ name, enabled, priority }) => `${enabled ? '+' : '-'}${name} ${priority}`,
  )

describe('the data folders of openmw.cfg', () => {
  it('are mods, of which later ones win, named by what is below their common folder', () => {
    expect(mods('data="C:\\m\\Water\\00 Core"', 'data=C:/m/Trees')).toEqual(['+Water/00 Core 0', '+Trees 1'])
  })

  it('can be quoted, with & as the escape', () => {
    expect(mods('data="/m/Water && Waves/a &"b&""', 'data = /m/Trees', '# data=/m/Off', 'data-local=/m/local')).toEqual(
      ['+Water & Waves/a "b" 0', '+Trees 1'],
    )
  })

  it('are not renamed by one folder elsewhere, which has its last two folders as its name', () => {
    const folders = Array.from({ length: 9 }, (_, at) => `data=/home/ann/mods/M${at}/Data`)
    expect(mods(...folders, 'data=/opt/tools/Delta/out')).toEqual([
      ...folders.map((_, at) => `+M${at}/Data ${at}`),
      '+Delta/out 9',
    ])
  })

  it('of the game and the engine are named by their last two folders, and do not count for the common folder', () => {
    expect(
      mods(
        'data="/home/ann/.local/share/Steam/steamapps/common/Morrowind/Data Files"',
        'data=/usr/share/OpenMW/data',
        'data=/srv/m/A',
        'data=/srv/m/B/C',
      ),
    ).toEqual(['+Morrowind/Data Files 0', '+OpenMW/data 1', '+A 2', '+B/C 3'])
  })

  it.each([
    ['/home/ann/Water', 'D:/x/Trees', '+Water 0'],
    ['C:\\Users\\Ann\\Water', 'D:/x/Trees', '+Water 0'],
    ['C:\\Users\\Ann\\Documents\\Water', 'D:/x/Trees', '+Documents/Water 0'],
    ['/home/ann/wine/drive_c/users/ann/Water', 'D:/x/Trees', '+Water 0'],
    ['/x/home/ann', '/x/Trees', '+Trees 0'],
  ])('never have the name of a user: %s', (one, other, first) => {
    expect(mods(`data=${one}`, `data=${other}`)?.[0]).toBe(first)
  })

  it('keep their names when one folder elsewhere is added, so that only that one is a change', () => {
    const folders = Array.from({ length: 20 }, (_, at) => `data=/srv/games/mods/M${at}/Data`)
    const before = mods(...folders) ?? []
    const after = mods(...folders.slice(7), 'data="D:\\New\\Delta\\out"') ?? []
    const names = (shown: string[]) => shown.map((mod) => mod.replace(/ \d+$/, ''))
    expect(names(after)).toEqual([...names(before).slice(7), '+Delta/out'])
    expect([...before, ...after].join()).not.toContain('srv')
  })

  it('are not there without such lines', () => expect(mods('content=a.esp')).toBeUndefined())
})
