import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { KINDS } from '../../../support/profiles/kinds-of-files.ts'
import { clientOf, folderOf, NO_DATABASE } from '../terminal.ts'

type Kind = (typeof KINDS)[number]

/** A kind that is read under any name, if it is chosen, and one that is found in a folder. */
const SENT = KINDS.filter(({ hasFreeName }, at) => at === KINDS.findIndex((kind) => kind.hasFreeName === hasFreeName))

/** Writes two versions of a file of this kind. Returns their folders, or their own paths if the name is free. */
async function versionsOf({ name, text, edit: [from, to], hasFreeName }: Kind): Promise<[one: string, other: string]> {
  const one = await folderOf({ [name]: text, 'notes.doc': 'x' })
  const other = await folderOf({ [name]: text.replace(from, to) })
  return hasFreeName ? [join(one, name), join(other, name)] : [one, other]
}

/** Returns the lines that show the entries of a file. */
const linesOf = ({ mods, plugins }: Kind) => [
  ...(mods ?? []).map(([name, , version]) => [name, version].filter((part) => part !== null).join(' ')),
  ...(plugins ?? []),
]

describe('a pack of Minecraft', () => {
  it('is opened, shown, compared and uploaded; a folder of jar files gives their names', async ({ api, port }) => {
    const packs = ['0.5.2', '0.5.3'].map((version) => {
      const index = { game: 'minecraft', files: [{ path: `mods/sodium-fabric-${version}.jar` }] }
      return Buffer.from(zipSync({ 'modrinth.index.json': Buffer.from(JSON.stringify(index)) }))
    })
    const [one = '', other = ''] = await Promise.all(
      packs.map(async (pack) => join(await folderOf({ 'a.mrpack': pack }), 'a.mrpack')),
    )
    expect((await runIn(NO_DATABASE, 'show', one)).printed).toContain('[x] sodium 0.5.2')
    expect((await runIn(NO_DATABASE, 'changes', one, other)).printed).toContain('1 mod updated')
    const environment = clientOf(port)
    expect((await runIn(environment, 'upload', one, '--game', '4', '--name', 'Pack')).status).toBe(0)
    const jars = await folderOf({ 'a-1.0.jar': 'x', 'b-2.0.jar.disabled': 'x' })
    expect((await runIn(environment, 'upload', jars, '--game', '4', '--name', 'Jars')).status).toBe(0)
    for (const [slug, file] of [
      ['pack', { clean_name: 'modrinth.index.json' }],
      ['jars', { clean_name: 'mods.txt', content: ['a-1.0.jar', 'b-2.0.jar.disabled'] }],
    ])
      expect((await api.get(`/v1/lists/${slug}`).expect(200)).body.data.files).toMatchObject([file])
  })
})

describe('a folder with the file of a mod manager or game, or the file if its name is free', () => {
  it.for(KINDS)('is shown and compared: $name', async (kind) => {
    const [one, other] = await versionsOf(kind)
    if (kind.hasFreeName)
      expect(await runIn(NO_DATABASE, 'show', join(one, '..'))).toMatchObject({ status: 1, printed: '' })
    const { complained, printed } = await runIn(NO_DATABASE, 'show', one)
    expect(complained).toBe('')
    for (const line of linesOf(kind)) expect(printed.replaceAll('  ', ' ')).toContain(line)
    const changes = { status: 1, complained: '', printed: expect.stringContaining(kind.edit[2]) }
    expect(await runIn(NO_DATABASE, 'changes', one, other)).toMatchObject(changes)
  })

  it.for(SENT)('is uploaded and updated: $name', async (kind, { api, port }) => {
    const [one, other] = await versionsOf(kind)
    const environment = clientOf(port)
    const uploaded = await runIn(environment, 'upload', one, '--game', kind.game, '--name', 'Mine')
    expect(uploaded).toMatchObject({ status: 0, complained: expect.stringContaining(kind.name) })
    const key = /Owner key: (\S+)/.exec(uploaded.complained)?.[1] ?? ''
    expect((await runIn(environment, 'update', 'mine', other, '--owner-key', key)).status).toBe(0)
    const { body } = await api.get('/v1/lists/mine').expect(200)
    expect(body.data.files).toMatchObject([{ clean_name: kind.name }])
    expect((await runIn(environment, 'show', 'mine@1')).printed).toContain(linesOf(kind)[0])
    expect((await runIn(environment, 'changes', 'mine@1', 'mine')).printed).toContain(kind.edit[2])
  })
})
