import { mkdir, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { runIn } from '../../support/commands/run.ts'
import { it } from '../../support/it.ts'
import { serve } from '../../support/requests/wire.ts'
import { clientOf, folderOf, NO_DATABASE } from './terminal.ts'

const OUTSIDE = 'skipped: a link that leads out of the folder'

/** A folder whose skyrim.ini is a link to a file of another folder, beside a modlist.txt of its own. */
async function folderWithLink(): Promise<string> {
  const secret = await folderOf({ 'private.ini': '[x]\nsecret=1\n' })
  const folder = await folderOf({ 'modlist.txt': '+Sky UI\n' })
  await symlink(join(secret, 'private.ini'), join(folder, 'skyrim.ini'))
  return folder
}

describe('symbolic links in a folder', () => {
  it('upload and update skip a link that leads out of the folder, and say so', async ({ catalog, api }) => {
    const environment = clientOf(await serve(catalog))
    const folder = await folderWithLink()

    const uploaded = await runIn(environment, 'upload', folder, '--game', '4', '--name', 'Mine')
    expect([uploaded.status, uploaded.complained]).toEqual([0, expect.stringContaining(`skyrim.ini   ${OUTSIDE}`)])
    const key = /Owner key: (\S+)/.exec(uploaded.complained)?.[1] ?? ''
    const updated = await runIn(environment, 'update', 'mine', folder, '--owner-key', key)
    expect([updated.status, updated.complained]).toEqual([0, expect.stringContaining(`skyrim.ini   ${OUTSIDE}`)])

    const { body } = await api.get('/v1/lists/mine').expect(200)
    expect(body.data.files).toMatchObject([{ clean_name: 'modlist.txt', content: ['+Sky UI'] }])
  })

  it('show and changes skip a link that leads out of the folder, and say so', async () => {
    const folder = await folderWithLink()
    const shown = await runIn(NO_DATABASE, 'show', folder, '--files')
    expect(shown.printed).not.toContain('secret')
    const changes = await runIn(NO_DATABASE, 'changes', folder, await folderOf({ 'modlist.txt': '+Sky UI\n' }))
    expect(changes).toMatchObject({ status: 0, printed: expect.stringContaining('No differences.') })
    for (const { complained } of [shown, changes]) expect(complained).toBe(`${folder}: skyrim.ini is ${OUTSIDE}.`)
  })

  it('a linked folder as the argument, and links that stay within it, are read', async () => {
    const folder = await folderOf({ 'modlist.txt': '+Sky UI\n', 'ini/skyrim.ini': '[x]\na=1\n' })
    await symlink(join('ini', 'skyrim.ini'), join(folder, 'skyrim.ini'))
    const elsewhere = join(await folderOf({}), 'linked')
    await symlink(folder, elsewhere)
    const { status, printed, complained } = await runIn(NO_DATABASE, 'show', elsewhere)
    expect([status, complained]).toEqual([0, ''])
    expect(printed).toContain('skyrim.ini: 1 setting')
  })

  it('a folder whose name merely begins like the profile’s is outside of it', async () => {
    const parent = await realpath(await folderOf({ 'mine/modlist.txt': '+A\n', 'mine-too/skyrim.ini': '[x]\na=1\n' }))
    await symlink(join(parent, 'mine-too', 'skyrim.ini'), join(parent, 'mine', 'skyrim.ini'))
    const { complained } = await runIn(NO_DATABASE, 'show', join(parent, 'mine'))
    expect(complained).toBe(`${join(parent, 'mine')}: skyrim.ini is ${OUTSIDE}.`)
  })

  it('a link that leads nowhere, or in a circle, can’t be read, and stops nothing', async () => {
    const folder = await folderOf({ 'modlist.txt': '+A\n' })
    await symlink('nowhere', join(folder, 'skyrim.ini'))
    await symlink('skyrimprefs.ini', join(folder, 'skyrimprefs.ini'))
    await mkdir(join(folder, 'saves'))
    const { status, complained } = await runIn(NO_DATABASE, 'show', folder)
    expect([status, complained.split('\n').sort()]).toEqual([
      0,
      [`${folder}: skyrim.ini is skipped: can't be read.`, `${folder}: skyrimprefs.ini is skipped: can't be read.`],
    ])
  })
})
