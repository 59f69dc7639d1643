import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { startCommand, wordsOf } from '../../../support/processes/programs.ts'
import { folderOf } from '../terminal.ts'
import { APPLIED, CRASHES, serveList } from './served-list.ts'

vi.setConfig({ testTimeout: 300_000 })

const FAULT = fileURLToPath(new URL('fault.js', import.meta.url))
const NAMES = Object.keys(CRASHES) as (keyof typeof CRASHES)[]

/** Returns the files of a folder by name. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  )
}

/** Runs apply on a folder, with a fault at a write. */
const applyWith = (fault: string, at: number, environment: Record<string, string>, folder: string, ...args: string[]) =>
  startCommand([process.execPath, '--import', FAULT, ...wordsOf('cli', ['apply', ...args]).slice(1)], {
    ...environment,
    FAULT: fault,
    FAULT_AT: String(at),
    FAULT_FOLDER: folder,
  }).exit

const undo = (folder: string) => runIn({}, 'apply', '--undo', folder)

/** Requires that each file is old or new as a whole, and that each copy is a whole old file. */
async function expectWhole(folder: string): Promise<void> {
  const files = await filesIn(folder)
  for (const name of NAMES) expect([CRASHES[name], APPLIED[name]]).toContain(files[name])
  for (const [copy, content] of Object.entries(files)) {
    const [, name] = /^(.+)\.before-apply-[\d-]+$/.exec(copy) ?? []
    if (name !== undefined) expect(content).toBe(CRASHES[name as keyof typeof CRASHES])
  }
}

/** Runs apply with a fault at the first write, the second, and so on, each time in a new folder. */
async function* faults(fault: string, prepare = async (_folder: string) => {}, argsOf = APPLY) {
  const environment = await serveList()
  for (let at = 1; ; at++) {
    const folder = await folderOf(CRASHES)
    await prepare(folder)
    const outcome = await applyWith(fault, at, environment, folder, ...argsOf(folder))
    if (outcome.err.includes('There is no such write.')) {
      expect(at).toBeGreaterThan(6)
      return
    }
    yield { folder, ...outcome }
  }
}

const APPLY = (folder: string) => ['it-works', folder, '--yes', '--plugins']
const copiesIn = (files: object) => Object.keys(files).filter((name) => /before-apply-[\d-]+$/.test(name))

describe('apply', () => {
  it('leaves whole files, which --undo restores, if it is killed at any write', async () => {
    const seen = new Set<string>()
    for await (const { folder, status } of faults('kill')) {
      expect(status).toBe(null)
      await expectWhole(folder)
      const files = await filesIn(folder)
      const state = NAMES.map((name) => (files[name] === CRASHES[name] ? 'old' : 'new')).join()
      seen.add(state)
      if (state !== 'old,old') expect(copiesIn(files)).toHaveLength(2)
      const undone = await undo(folder)
      if (copiesIn(files).length > 0) expect(undone).toMatchObject({ status: 0, complained: '' })
      expect(await filesIn(folder)).toEqual(CRASHES) // and no temporary files
    }
    expect(seen).toEqual(new Set(['old,old', 'new,old', 'new,new']))
  })

  it('leaves whole files, and can be repeated, if --undo is killed at any write', async () => {
    const applied = async (folder: string) => {
      await applyWith('', 0, await serveList(), folder, ...APPLY(folder))
      expect(await filesIn(folder)).toMatchObject(APPLIED)
    }
    for await (const { folder } of faults('kill', applied, (folder) => ['--undo', folder])) {
      await expectWhole(folder)
      await undo(folder)
      expect(await filesIn(folder)).toEqual(CRASHES)
    }
  })

  it('removes the temporary files of an apply that was killed, but none of a process that runs', async () => {
    const environment = await serveList()
    const others = ['mine.tmp', `modlist.txt.apply-${process.pid}.tmp`]
    const folder = await folderOf({ ...CRASHES, ...Object.fromEntries(others.map((name) => [name, 'x'])) })
    const temporary = async () => Object.keys(await filesIn(folder)).filter((name) => name.endsWith('.tmp'))
    await applyWith('kill', 5, environment, folder, ...APPLY(folder))
    expect((await temporary()).length).toBeGreaterThan(2)
    await applyWith('', 0, environment, folder, ...APPLY(folder))
    expect(await filesIn(folder)).toMatchObject(APPLIED)
    expect(await temporary()).toEqual(others)
  })

  it('changes nothing and leaves no other file if the disk is full at any write', async () => {
    const messages = new Set<string>()
    for await (const { folder, status, err } of faults('ENOSPC')) {
      await expectWhole(folder)
      if (status === 0) continue // only the folder could not be flushed
      expect(status).toBe(1)
      messages.add(err.trim().replace(folder, 'FOLDER'))
      expect(await filesIn(folder)).toEqual(CRASHES)
    }
    expect(messages).toEqual(new Set(['The files in FOLDER were not changed: the disk is full.']))
  })

  it('finishes writing all files if Ctrl-C comes at any write', async () => {
    for await (const { folder, status } of faults('SIGINT')) {
      expect(status).toBe(0)
      const files = await filesIn(folder)
      expect(files).toMatchObject(APPLIED)
      expect(Object.keys(files)).toHaveLength(4)
    }
  })
})
