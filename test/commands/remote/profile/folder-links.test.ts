import { realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { clientOf, folderOf, NO_DATABASE, uploadOf } from '../terminal.ts'

const OUTSIDE = 'skipped: a link that leads out of the folder'

/** Creates a folder with a modlist.txt and a skyrim.ini that links to a file in another folder. */
async function folderWithLink(): Promise<string> {
  const secret = await folderOf({ 'private.ini': '[x]\nsecret=1\n' })
  const folder = await folderOf({ 'modlist.txt': '+Sky UI\n' })
  await symlink(join(secret, 'private.ini'), join(folder, 'skyrim.ini'))
  return folder
}

describe('symbolic links in a folder', () => {
  it('are skipped by upload and update if they lead out of the folder, with a message', async ({ api, port }) => {
    const environment = clientOf(port)
    const folder = await folderWithLink()

    const uploaded = await runIn(environment, ...uploadOf(folder))
    expect([uploaded.status, uploaded.complained]).toEqual([0, expect.stringContaining(`skyrim.ini   ${OUTSIDE}`)])
    const key = /Owner key: (\S+)/.exec(uploaded.complained)?.[1] ?? ''
    const updated = await runIn(environment, 'update', 'mine', folder, '--owner-key', key)
    expect([updated.status, updated.complained]).toEqual([0, expect.stringContaining(`skyrim.ini   ${OUTSIDE}`)])

    const { body } = await api.get('/v1/lists/mine').expect(200)
    expect(body.data.files).toMatchObject([{ clean_name: 'modlist.txt', content: ['+Sky UI'] }])
  })

  it('are followed if they are the argument itself or stay within the folder', async () => {
    const folder = await folderOf({ 'modlist.txt': '+Sky UI\n', 'ini/skyrim.ini': '[x]\na=1\n' })
    await symlink(join('ini', 'skyrim.ini'), join(folder, 'skyrim.ini'))
    const elsewhere = join(await folderOf({}), 'linked')
    await symlink(folder, elsewhere)
    const { status, printed, complained } = await runIn(NO_DATABASE, 'show', elsewhere)
    expect([status, complained]).toEqual([0, ''])
    expect(printed).toContain('skyrim.ini: 1 setting')
  })

  it('are skipped if they lead to a folder whose name only begins like the profile’s', async () => {
    const parent = await realpath(await folderOf({ 'mine/modlist.txt': '+A\n', 'mine-too/skyrim.ini': '[x]\na=1\n' }))
    await symlink(join(parent, 'mine-too', 'skyrim.ini'), join(parent, 'mine', 'skyrim.ini'))
    const { complained } = await runIn(NO_DATABASE, 'show', join(parent, 'mine'))
    expect(complained).toBe(`${join(parent, 'mine')}: skyrim.ini is ${OUTSIDE}.`)
  })
})
