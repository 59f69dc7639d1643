import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, folderOf, uploadOf } from '../terminal.ts'

describe('changes of revisions', () => {
  it('name each side by the requested revision', async ({ catalog, signIn }) => {
    const environment = { ...clientOf(await serve(catalog)), CATALOG_TOKEN: await signIn('Ada') }
    const folder = await folderOf({ 'modlist.txt': '+A\n' })
    await runIn(environment, ...uploadOf(folder))
    const later = await folderOf({ 'modlist.txt': '+A\n+B\n' })
    await runIn(environment, 'update', 'mine', later, '--name', 'Mine, renamed')
    await runIn(environment, 'update', 'mine', folder)

    const headingOf = async (...places: string[]) =>
      (await runIn(environment, 'changes', ...places)).printed.split('\n')[0]
    expect(await headingOf('mine@3', 'mine')).toBe('Mine, renamed (mine@3) -> Mine, renamed (mine)')
    expect(await headingOf('mine@2', 'mine@3')).toBe('Mine, renamed (mine@2) -> Mine, renamed (mine@3)')
    expect(await headingOf('mine@1', 'mine')).toBe('Mine (mine@1) -> Mine, renamed')
    expect(await headingOf('mine@1', 'mine@1')).toBe('Mine (mine@1) -> Mine (mine@1)')
    expect(await headingOf('mine@1', folder)).toMatch(/^Mine \(mine@1\) -> mod-list-catalog-profile-\w+$/)
    expect((await runIn(environment, 'show', 'mine@2')).printed).toContain('2 mods, 2 on, 0 off')
  })
})
