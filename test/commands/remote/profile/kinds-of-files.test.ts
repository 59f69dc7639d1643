import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { KINDS } from '../../../support/profiles/kinds-of-files.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, folderOf, NO_DATABASE } from '../terminal.ts'

describe('a pack of Minecraft', () => {
  it('is opened, shown, compared and uploaded; a folder of jar files gives their names', async ({ catalog, api }) => {
    const packs = ['0.5.2', '0.5.3'].map((version) => {
      const index = { game: 'minecraft', files: [{ path: `mods/sodium-fabric-${version}.jar` }] }
      return Buffer.from(zipSync({ 'modrinth.index.json': Buffer.from(JSON.stringify(index)) }))
    })
    const [one = '', other = ''] = await Promise.all(
      packs.map(async (pack) => join(await folderOf({ 'a.mrpack': pack }), 'a.mrpack')),
    )
    expect((await runIn(NO_DATABASE, 'show', one)).printed).toContain('+ sodium 0.5.2')
    expect((await runIn(NO_DATABASE, 'changes', one, other)).printed).toContain('1 mod updated')
    const environment = clientOf(await serve(catalog))
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
  it.for(KINDS)('is shown, compared, uploaded and updated: $name', async (kind, { catalog, api }) => {
    const [from, to, change] = kind.edit
    const folders = [
      await folderOf({ [kind.name]: kind.text, 'notes.doc': 'x' }),
      await folderOf({ [kind.name]: kind.text.replace(from, to) }),
    ] as const
    const [one, other] = kind.hasFreeName ? folders.map((folder) => join(folder, kind.name)) : folders
    if (kind.hasFreeName) expect(await runIn(NO_DATABASE, 'show', folders[0])).toMatchObject({ status: 1, printed: '' })
    const entries = [
      ...(kind.mods ?? []).map(([name, , version]) => [name, version]),
      ...(kind.plugins ?? []).map((name) => [name]),
    ]
    const lines = entries.map((parts) => parts.filter((part) => part !== null).join(' '))
    const { complained, printed } = await runIn(NO_DATABASE, 'show', one)
    expect(complained).toBe('')
    for (const line of lines) expect(printed).toContain(line)
    expect(await runIn(NO_DATABASE, 'changes', one, other)).toMatchObject({
      status: 1,
      complained: '',
      printed: expect.stringContaining(change),
    })

    const environment = clientOf(await serve(catalog))
    const uploaded = await runIn(environment, 'upload', one, '--game', kind.game, '--name', 'Mine')
    expect(uploaded).toMatchObject({ status: 0, complained: expect.stringContaining(kind.name) })
    const key = /Owner key: (\S+)/.exec(uploaded.complained)?.[1] ?? ''
    expect((await runIn(environment, 'update', 'mine', other, '--owner-key', key)).status).toBe(0)
    const { body } = await api.get('/v1/lists/mine').expect(200)
    expect(body.data.files).toMatchObject([{ clean_name: kind.name }])
    expect((await runIn(environment, 'show', 'mine@1')).printed).toContain(lines.join('\n').split('\n')[0])
    expect((await runIn(environment, 'changes', 'mine@1', 'mine')).printed).toContain(change)
  })
})
