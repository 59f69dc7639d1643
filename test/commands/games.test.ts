import { describe, expect } from 'vitest'
import { printedBy, run } from '../support/commands/run.ts'
import { it } from '../support/indexing.ts'
import { fillList } from '../support/requests/forms.ts'

const BALDUR_ROW = { id: 32, name: "Baldur's Gate 3", nameKey: "baldur's gate 3", nexusDomain: 'baldursgate3' }
const BALDUR = ["Baldur's Gate 3", '--id', '32', '--nexus', 'baldursgate3'] as const

describe('game add', () => {
  it('prints the id: the given one, or the lowest free one from 34', async ({ url, db }) => {
    expect(await run(url, 'game', 'add', ...BALDUR)).toEqual({ status: 0, printed: '32', complained: '' })
    expect(await printedBy(url, 'game', 'add', ' Second ')).toBe('34')
    expect(await printedBy(url, 'game', 'add', 'Third', '--id', '36')).toBe('36')
    expect(await printedBy(url, 'game', 'add', 'Fourth')).toBe('35')
    expect(await printedBy(url, 'game', 'add', 'Fifth')).toBe('37')
    expect(await db.game.findMany({ where: { id: { gt: 31 } }, orderBy: { id: 'asc' } })).toEqual([
      BALDUR_ROW,
      { id: 34, name: 'Second', nameKey: 'second', nexusDomain: null },
      { id: 35, name: 'Fourth', nameKey: 'fourth', nexusDomain: null },
      { id: 36, name: 'Third', nameKey: 'third', nexusDomain: null },
      { id: 37, name: 'Fifth', nameKey: 'fifth', nexusDomain: null },
    ])
  })

  it('takes the id and the domain of a known game from the table', async ({ url, db }) => {
    expect(await printedBy(url, 'game', 'add', 'minecraft')).toBe('34')
    expect(await printedBy(url, 'game', 'add', 'RimWorld', '--id', '50', '--nexus', 'other')).toBe('50')
    await printedBy(url, 'game', 'add', 'My Game', '--id', '40')
    expect(await printedBy(url, 'game', 'add', 'Conan Exiles')).toBe('35')
    const added = await db.game.findMany({ where: { id: { gt: 31 } }, orderBy: { id: 'asc' } })
    expect(added.map(({ id, name, nexusDomain }) => [id, name, nexusDomain])).toEqual([
      [34, 'Minecraft', 'minecraft'],
      [35, 'Conan Exiles', 'conanexiles'],
      [40, 'My Game', null],
      [50, 'RimWorld', 'other'],
    ])
  })

  it('adds all known games that are missing with --known', async ({ url, db }) => {
    await printedBy(url, 'game', 'add', 'kenshi', '--id', '60')
    const printed = await printedBy(url, 'game', 'add', '--known')
    expect(printed.split('\n')).toHaveLength(11)
    const added = await db.game.findMany({ where: { id: { gt: 31 } }, orderBy: { id: 'asc' } })
    expect(added.map(({ id, name, nexusDomain }) => `${id} ${name} ${nexusDomain}`)).toEqual([
      "32 Baldur's Gate 3 baldursgate3",
      '33 Oblivion Remastered oblivionremastered',
      '34 Minecraft minecraft',
      '35 RimWorld rimworld',
      '36 Factorio factorio',
      '37 Lethal Company lethalcompany',
      '38 Valheim valheim',
      '39 R.E.P.O. repo',
      '40 Conan Exiles conanexiles',
      '42 Palworld palworld',
      '60 Kenshi kenshi',
    ])
    expect(await printedBy(url, 'game', 'add', '--known')).toBe('The catalog has all known games.')
  })

  it.for([
    [['baldur’s gate 3', '--id', '31'], 1, 'The id of an added game must be from 32 to 999999999.'],
    [['New', '--id', '0'], 1, 'The id of an added game must be from 32 to 999999999.'],
    [['New', '--id', '-1'], 1, 'The id of an added game must be from 32 to 999999999.'],
    [['New', '--id', '1000000000'], 1, 'The id of an added game must be from 32 to 999999999.'],
    [['New', '--id', '32'], 1, "The id 32 is taken by Baldur's Gate 3."],
    [["BALDUR'S gate 3"], 1, "There is already a game Baldur's Gate 3; its id is 32."],
    [['starfield', '--id', '40'], 1, 'There is already a game Starfield; its id is 30.'],
    [['123'], 1, 'The name of a game must have 1 to 100 characters, not only digits, and no control characters.'],
    [[' '], 1, 'The name of a game must have 1 to 100 characters, not only digits, and no control characters.'],
    [['a\u202Eb'], 1, 'The name of a game must have 1 to 100 characters, not only digits, and no control characters.'],
    [
      ['x'.repeat(101)],
      1,
      'The name of a game must have 1 to 100 characters, not only digits, and no control characters.',
    ],
    [['New', '--nexus', 'a/b'], 1, 'The domain is the word in addresses of Nexus Mods, such as baldursgate3.'],
    [['New', '--nexus', ''], 1, 'The domain is the word in addresses of Nexus Mods, such as baldursgate3.'],
    [['New', '--id', 'x'], 2, 'An id is a number.'],
    [['--known', 'New'], 1, 'Name the game to add, or add all known ones with --known alone.'],
    [[], 1, 'Name the game to add, or add all known ones with --known alone.'],
  ] as const)('refuses %j with status %i, and stores nothing', async ([args, status, reason], { url, db }) => {
    await db.game.create({ data: BALDUR_ROW })
    const before = await db.game.findMany({ orderBy: { id: 'asc' } })
    const outcome = await run(url, 'game', 'add', ...args)
    expect(outcome).toMatchObject({ status, printed: '', complained: expect.stringContaining(reason) })
    expect(await db.game.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })
})

describe('game remove', () => {
  it('removes a game that was added, by its name in any case or its id', async ({ url, db }) => {
    await printedBy(url, 'game', 'add', ...BALDUR)
    expect(await printedBy(url, 'game', 'remove', "baldur's GATE 3")).toBe("Removed Baldur's Gate 3.")
    await printedBy(url, 'game', 'add', ...BALDUR)
    expect(await printedBy(url, 'game', 'remove', '32')).toBe("Removed Baldur's Gate 3.")
    expect(await db.game.count()).toBe(31)
  })

  it.for<[game: string, reason: string]>([
    ['4', "TESV Skyrim SE can't be removed: every catalog has it."],
    ['the witcher: enhanced edition', "The Witcher: Enhanced Edition can't be removed: every catalog has it."],
    ['33', 'Game 33 not found.'],
    ['Nothing', 'Game Nothing not found.'],
  ])('refuses %s, and changes nothing', async ([game, reason], { url, db }) => {
    await db.game.create({ data: BALDUR_ROW })
    const complained = expect.stringContaining(reason)
    expect(await run(url, 'game', 'remove', game)).toEqual({ status: 1, printed: '', complained })
    expect(await db.game.count()).toBe(32)
  })

  it('refuses a game that a list or a past revision is for, says how many, and leaves everything', async ({
    api,
    url,
    db,
    signIn,
  }) => {
    await printedBy(url, 'game', 'add', ...BALDUR)
    const token = `Bearer ${await signIn('Ada')}`
    const files = { 'modlist.txt': '+A\n' }
    await fillList(api.post('/v1/lists').set('authorization', token), { name: 'One', game: '32' }, files).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two', game: '32' }, files).expect(201)
    const remove = () => run(url, 'game', 'remove', '32')
    const refused = (uses: string) => ({
      status: 1,
      printed: '',
      complained: `Baldur's Gate 3 is the game of ${uses}. Nothing was removed.`,
    })
    expect(await remove()).toEqual(refused('2 lists and 0 past revisions'))
    const change = { name: 'One', game: '4' }
    await fillList(api.put('/v1/lists/one').set('authorization', token), change, files).expect(200)
    await db.list.delete({ where: { slug: 'two' } })
    expect(await remove()).toEqual(refused('0 lists and 1 past revision'))
    expect(await db.game.count()).toBe(32)
    expect(await db.list.count()).toBe(1)
    expect(await db.listRevision.findMany()).toMatchObject([{ gameId: 32 }])

    await db.list.deleteMany()
    expect(await remove()).toMatchObject({ status: 0 })
  })
})
