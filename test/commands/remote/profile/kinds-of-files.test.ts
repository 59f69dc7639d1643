import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { KINDS } from '../../../support/profiles/kinds-of-files.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, folderOf, NO_DATABASE } from '../terminal.ts'

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
