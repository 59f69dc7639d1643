import { describe, expect } from 'vitest'
import { upload } from '../../../mods/support.ts'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/indexing.ts'
import { clientOf } from '../terminal.ts'

describe('the commands for mods', () => {
  it('show the mods of a game, one of them, and the lists that have it', async ({ api, port, indexMods }) => {
    await upload(api, 'one', { 'modlist.txt': '+SkyUI\n+Campfire\n', 'plugins.txt': '*SkyUI_SE.esp\n' })
    await upload(api, 'two', { 'modlist.txt': '-SkyUI\n' })
    await indexMods()
    const run = async (...words: string[]) => (await runIn(clientOf(port), ...words)).printed

    expect(await run('mods', '--game', 'tesv skyrim se')).toMatch(/LISTS +ON +NAME\n2 +1 +SkyUI\n1 +1 +Campfire/)
    expect(await run('mods', '--game', '4', '--search', 'camp')).not.toContain('SkyUI')
    expect(await run('mods', '--game', '4', '--plugins')).toContain('SkyUI_SE.esp')
    const one = await run('mod', 'skyui', '--game', '4')
    expect(one).toContain('SkyUI\nin 2 public lists, on in 1\n')
    expect(one).toMatch(/Campfire +1/)
    expect(await run('lists', '--mod', 'skyui', '--mod', 'campfire')).toMatch(/one/)
    expect(await run('lists', '--mod', 'skyui', '--mod', 'campfire')).not.toMatch(/two/)
    expect(await run('lists', '--plugin', 'skyui_se.esp')).toContain('one')
  })
})
