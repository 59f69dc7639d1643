import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { clientOf, folderOf, NO_DATABASE } from '../terminal.ts'

const PREFS = '[Bethesda.net]\nuPersistentUuidData0_Steam=2684210286\n'
const PROFILE = { 'modlist.txt': '+Sky UI\n', 'starfieldprefs.ini': PREFS }
const HELD = 'holds ids of your Steam account'

describe('files with personal data', () => {
  it('are skipped by upload with the reason, unless --with-personal is given', async ({ api, port }) => {
    const environment = clientOf(port)
    const args = ['upload', await folderOf(PROFILE), '--game', '30', '--name', 'Mine']
    const namesOf = async (slug: string) =>
      (await api.get(`/v1/lists/${slug}`).expect(200)).body.data.files.map(
        (file: { clean_name: string }) => file.clean_name,
      )

    const { complained } = await runIn(environment, ...args)
    expect(complained).toContain(`starfieldprefs.ini  skipped: ${HELD}; upload it anyway with --with-personal`)
    expect(await namesOf('mine')).toEqual(['modlist.txt'])

    const all = await runIn(environment, ...args, '--with-personal')
    expect(all.complained).toContain(`starfieldprefs.ini  53 B, ${HELD}`)
    expect(await namesOf('mine-2')).toEqual(['modlist.txt', 'starfieldprefs.ini'])
  })

  it('are skipped by update with the reason, unless --with-personal is given', async ({ api, db, signIn, port }) => {
    const environment = { ...clientOf(port), CATALOG_TOKEN: await signIn('Ada') }
    await runIn(environment, 'upload', await folderOf({ 'modlist.txt': '+A\n' }), '--game', '30', '--name', 'Mine')
    const folder = await folderOf(PROFILE)
    const { status, complained } = await runIn(environment, 'update', 'mine', folder)
    expect([status, complained]).toEqual([0, expect.stringContaining(`skipped: ${HELD}`)])
    expect(JSON.stringify(await db.file.findMany({ select: { cleanName: true } }))).not.toContain('starfieldprefs')

    await runIn(environment, 'update', 'mine', folder, '--with-personal')
    expect((await api.get('/v1/lists/mine').expect(200)).body.data.files).toHaveLength(2)
  })

  it('are not sent even if the folder has no other files', async ({ db, port }) => {
    const environment = clientOf(port)
    const folder = await folderOf({ 'starfieldprefs.ini': PREFS })
    const { status, complained } = await runIn(environment, 'upload', folder, '--game', '30', '--name', 'Mine')
    expect([status, complained]).toEqual([1, expect.stringContaining(`skipped: ${HELD}`)])
    expect((await storedRows(db)).lists).toEqual([])
  })

  it('are read by show like any other file, because it sends nothing', async () => {
    const folder = await folderOf(PROFILE)
    const { printed, complained } = await runIn(NO_DATABASE, 'show', folder)
    expect([printed, complained]).toEqual([expect.stringContaining('starfieldprefs.ini: 1 setting'), ''])
  })
})
