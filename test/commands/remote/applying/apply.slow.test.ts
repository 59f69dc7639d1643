import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { startCommand, wordsOf } from '../../../support/processes/programs.ts'
import { folderOf, hasMounts, hasTerminal, runOnTerminal, wordsBeside } from '../terminal.ts'
import { APPLIED, CRASHES, serveList } from './served-list.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The user that everybody's system has, and that owns nothing. */
const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

const read = (folder: string, name = 'modlist.txt') => readFile(join(folder, name), 'utf8')
const filesIn = async (folder: string) => (await readdir(folder)).sort()

/** Requires that a folder has these files and no others. */
async function expectOnly(files: Record<string, string>, folder: string): Promise<void> {
  expect(await filesIn(folder)).toEqual(Object.keys(files))
  for (const [name, content] of Object.entries(files)) expect(await read(folder, name)).toBe(content)
}

describe('apply', () => {
  it('shows the changes and changes nothing without --yes, with status 1', async () => {
    const environment = await serveList()
    const folder = await folderOf(CRASHES)
    const { status, printed, complained } = await runIn(environment, 'apply', 'it-works', folder)
    expect([status, complained]).toEqual([1, 'Nothing was changed. Add --yes to apply the changes.'])
    expect(printed).toContain('mods added: 1')
    expect(printed).toContain('Install first:\n  Frostfall')
    await expectOnly(CRASHES, folder)
  })

  it('changes the files, keeps copies, and puts them back by --undo and the folder alone', async () => {
    const environment = await serveList()
    const folder = await folderOf(CRASHES)
    expect((await runIn(environment, 'apply', 'it-works', folder, '--yes', '--plugins')).status).toBe(0)
    for (const [name, content] of Object.entries(APPLIED)) expect(await read(folder, name)).toBe(content)
    const copy = expect.stringMatching(/^(modlist|plugins)\.txt\.before-apply-\d{8}-\d{6}-\d{3}$/)
    expect(await filesIn(folder)).toEqual(['modlist.txt', copy, 'plugins.txt', copy])
    expect(await runIn({}, 'apply', '--undo', folder)).toMatchObject({
      status: 0,
      printed: 'Restored: modlist.txt, plugins.txt.',
    })
    await expectOnly(CRASHES, folder)
    expect(await runIn({}, 'apply', '--undo', folder)).toMatchObject({ status: 1 })
  })

  it.for([
    ['that is read-only', 0o555, true],
    ['of somebody else', 0o755, false],
  ] as const)('leaves the old files and no other one in a folder %s', async ([, mode, isOwn], { skip }) => {
    if (!isRoot && !isOwn) return skip('only root can make a folder of somebody else')
    const environment = await serveList()
    const folder = await folderOf(CRASHES)
    if (!isOwn) await chown(folder, NOBODY.uid, NOBODY.gid)
    await chmod(folder, mode)
    onTestFinished(() => chmod(folder, 0o755))
    // Permissions hold for root, too, without these capabilities.
    const bounded = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'] : []
    const command = [...bounded, ...wordsOf('cli', ['apply', 'it-works', folder, '--yes', '--plugins'])]
    const { status, err } = await startCommand(command, environment).exit
    expect([status, err]).toEqual([1, `The files in ${folder} were not changed: you may not write there.\n`])
    await expectOnly(CRASHES, folder)
  })

  it('says which folder or file cannot be read, or that a folder has no files to change', async () => {
    const environment = await serveList()
    const folder = await folderOf({ 'readme.md': '' })
    const complaint = async (path: string) => (await runIn(environment, 'apply', 'it-works', path, '--yes')).complained
    expect(await complaint(folder)).toBe(`${folder} has none of modlist.txt, plugins.txt, loadorder.txt.`)
    expect(await complaint(`${folder}/nothing`)).toBe(`${folder}/nothing can't be read: ENOENT.`)
    const other = await folderOf({ 'modlist.txt': 'A.pak\nB.pak\n' })
    expect(await complaint(other)).toContain("this modlist.txt is not Mod Organizer's.")
    expect(await read(other)).toBe('A.pak\nB.pak\n')
    await mkdir(join(folder, 'modlist.txt'))
    expect(await complaint(folder)).toBe(`${folder}/modlist.txt can't be read: EISDIR.`)
    expect((await runIn({}, 'apply', '--undo', `${folder}/nothing`)).status).toBe(1)
  })

  it.runIf(hasMounts)('refuses to change or undo anything while Mod Organizer runs', async () => {
    const environment = await serveList()
    const folder = await folderOf({ ...CRASHES, 'modlist.txt.before-apply-20261124-083000-000': '+Older' })
    const name = join(await folderOf({ comm: 'ModOrganizer.ex\n' }), 'comm')
    for (const args of [
      ['it-works', folder, '--yes'],
      ['--undo', folder],
    ]) {
      const words = wordsBeside(name, wordsOf('cli', ['apply', ...args]))
      const { status, err } = await startCommand(words, environment).exit
      expect([status, err]).toEqual([
        1,
        'Mod Organizer is running, and would overwrite the files. Close it, then try again.\n',
      ])
    }
    expect(await read(folder)).toBe(CRASHES['modlist.txt'])
    expect(await filesIn(folder)).toHaveLength(3)
  })
})

describe.runIf(hasTerminal)('apply on a terminal', () => {
  const ask = async () => {
    const environment = await serveList()
    const folder = await folderOf(CRASHES)
    const { child, log, exit } = runOnTerminal('cli', environment, ['apply', 'it-works', folder], 'pipe')
    await expect.poll(log).toContain('Apply? [y/N]')
    expect(await read(folder)).toBe(CRASHES['modlist.txt'])
    return { folder, exit, type: (text: string) => void child.stdin?.write(text) }
  }

  it('asks, and changes the files after yes', async () => {
    const { folder, exit, type } = await ask()
    type('y\n')
    expect((await exit).status).toBe(0)
    expect(await read(folder)).toBe(APPLIED['modlist.txt'])
  })

  it.for([
    ['another answer', 'n\n', 1],
    ['no answer', '\n', 1],
    ['the end of the input', '\u0004', 1],
    ['Ctrl-C', '\u0003', 130],
  ] as const)('changes nothing after %s', async ([, typed, status]) => {
    const { folder, exit, type } = await ask()
    type(typed)
    expect((await exit).status).toBe(status)
    await expectOnly(CRASHES, folder)
  })

  it('changes nothing if another program has written a file since it was read', async () => {
    const { folder, exit, type } = await ask()
    await writeFile(join(folder, 'modlist.txt'), '+New mod\r\n')
    type('y\n')
    const { status, out } = await exit
    expect(status).toBe(1)
    expect(out).toContain(`Another program has just changed ${folder}/modlist.txt. Nothing was changed. Try again.`)
    await expectOnly({ ...CRASHES, 'modlist.txt': '+New mod\r\n' }, folder)
  })
})
