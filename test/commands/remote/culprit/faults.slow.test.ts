import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { startCommand, wordsOf } from '../../../support/processes/programs.ts'
import { folderOf } from '../terminal.ts'
import { filesIn, isCopy, profile } from './searching.ts'

vi.setConfig({ testTimeout: 300_000 })

const FAULT = fileURLToPath(new URL('../applying/fault.js', import.meta.url))
const WORKS = { 'modlist.txt': '+SkyUI\n-Campfire\n', 'plugins.txt': '*A.esp\n' }
const CRASHES = { 'modlist.txt': '+Frostfall\r\n+SkyUI\r\n+Campfire\r\n', 'plugins.txt': '*A.esp\r\n*B.esp\r\n' }

/** The files of the first two rounds. */
const ROUNDS = [
  { 'modlist.txt': '+SkyUI\n-Campfire\n', 'plugins.txt': '*A.esp\n*B.esp\n' },
  { 'modlist.txt': '+Frostfall\n+SkyUI\n+Campfire\n', 'plugins.txt': '*A.esp\n*B.esp\n' },
]

type Profile = Awaited<ReturnType<typeof profile>>
type Killed = Profile & { run(...args: string[]): ReturnType<typeof runIn> }

/** Runs the command with a fault at the first write in the profile or the state, the second, and so on. */
async function* faults(fault: string, prepare: (made: Profile, works: string) => Promise<string[]>) {
  const works = await folderOf(WORKS)
  for (let at = 1; ; at++) {
    const made = await profile(CRASHES)
    const args = await prepare(made, works)
    const { status, err } = await startCommand(
      [process.execPath, '--import', FAULT, ...wordsOf('cli', ['culprit', ...args]).slice(1)],
      { ...made.environment, FAULT: fault, FAULT_AT: String(at), FAULT_FOLDER: made.parent },
    ).exit
    if (err.includes('There is no such write.')) {
      expect(at).toBeGreaterThan(6)
      return
    }
    const run = (...words: string[]) => runIn(made.environment, 'culprit', ...words)
    yield { ...made, status, err, run }
  }
}

const started = async ({ folder }: Profile, works: string) => [works, folder, folder, '--yes']

/** Starts a search, and returns the arguments that answer its first round. */
async function answering({ folder, environment }: Profile, works: string) {
  expect((await runIn(environment, 'culprit', works, folder, folder, '--yes')).status).toBe(3)
  return ['--continue', folder, '--answer', 'works']
}

/** Requires that each file of a profile is one of these as a whole, and each copy the first one. */
async function expectWhole(folder: string, ...allowed: Record<string, string>[]): Promise<void> {
  const files = await filesIn(folder)
  for (const name of Object.keys(CRASHES)) expect(allowed.map((one) => one[name])).toContain(files[name])
  for (const copy of Object.keys(files).filter(isCopy)) {
    expect(files[copy]).toBe(CRASHES[copy.replace(/\.before-culprit.*/, '') as keyof typeof CRASHES])
  }
}

/** Copies a folder beside it. Returns a function that makes the folder like its copy again. */
async function snapshot(folder: string): Promise<() => Promise<void>> {
  const copy = `${folder}-copy`
  await cp(folder, copy, { recursive: true })
  onTestFinished(() => rm(copy, { recursive: true }))
  return async () => {
    await rm(folder, { recursive: true })
    await cp(copy, folder, { recursive: true })
  }
}

/** Requires that --undo brings back the first files if the search is kept, and that another search can start. */
async function canBeUndone({ folder, state, run }: Killed, isKept: boolean): Promise<void> {
  if (isKept) {
    expect(await run('--undo', folder)).toMatchObject({ status: 0, complained: '' })
    expect(await filesIn(folder)).toEqual(CRASHES)
  }
  expect((await run('--continue', folder)).status).toBe(1)
  expect((await run(await folderOf(WORKS), folder, folder, '--yes')).status).toBe(3)
  expect((await readdir(state)).filter((name) => !name.endsWith('.json'))).toEqual([])
  await run('--undo', folder)
}

/** Requires that --continue goes on, with copies of the first files. */
async function goesOn({ folder, run }: Killed): Promise<void> {
  expect((await run('--continue', folder)).status).toBe(3)
  expect(await filesIn(folder)).toMatchObject(ROUNDS[0] ?? {})
  expect((await run('--undo', folder)).status).toBe(0)
  expect(await filesIn(folder)).toEqual(CRASHES)
}

/**
 * Deletes one of the copies, if there are any. Requires that no other is overwritten or deleted, and that both ways out
 * are said. Returns whether the search could not go on.
 */
async function keepsOtherCopies({ folder, run }: Killed): Promise<boolean> {
  const killed = await filesIn(folder)
  const [copy] = Object.keys(killed).filter(isCopy)
  if (copy === undefined) return false
  await rm(join(folder, copy))
  const before = await filesIn(folder)
  const isFirst = Object.entries(CRASHES).every(([name, content]) => before[name] === content)
  const outcome = await run('--continue', folder)
  expect(outcome.status).toBe(isFirst ? 3 : 1)
  if (!isFirst) {
    expect(outcome.complained).toContain(`${copy} with your first files is gone from ${folder}`)
    for (const way of ['continue', 'undo']) expect(outcome.complained).toContain(`culprit --${way} ${folder}`)
    expect((await run('--undo', folder)).status).toBe(1)
    const kept = Object.entries(before).filter(([name]) => !name.endsWith('.tmp'))
    expect(await filesIn(folder)).toEqual(Object.fromEntries(kept))
    await writeFile(join(folder, copy), killed[copy] ?? '')
    expect((await run('--continue', folder)).status).toBe(3)
  }
  expect((await run('--undo', folder)).status).toBe(0)
  expect(await filesIn(folder)).toEqual(CRASHES)
  return !isFirst
}

describe('culprit', () => {
  it('leaves each file old or new if its start is killed at any write, and goes on or brings back the first', async () => {
    const seen = new Set<boolean>()
    let stopped = 0
    for await (const made of faults('kill', started)) {
      const { folder, state, parent } = made
      await expectWhole(folder, CRASHES, ROUNDS[0] ?? {})
      const isKept = (await readdir(state).catch(() => [])).some((name) => name.endsWith('.json'))
      seen.add(isKept)
      const restore = await snapshot(parent)
      await canBeUndone(made, isKept)
      await restore()
      if (isKept) await goesOn(made)
      await restore()
      if (await keepsOtherCopies(made)) stopped++
    }
    expect(seen).toEqual(new Set([false, true]))
    expect(stopped).toBeGreaterThan(0)
  })

  it('leaves nothing open if its first round could not be written, at any write', async () => {
    for await (const { folder, status, run } of faults('ENOSPC', started)) {
      if (status === 3) continue // only the folder could not be flushed
      expect([status, await filesIn(folder)]).toEqual([1, CRASHES])
      expect((await run('--continue', folder)).status).toBe(1)
    }
  })

  it('counts an answer only for a round whose files were all written, if it is killed at any write', async () => {
    const rounds = new Set<string>()
    for await (const { folder, run } of faults('kill', answering)) {
      await expectWhole(folder, ...ROUNDS)
      const before = await filesIn(folder)
      const outcome = await run('--continue', folder, '--answer', 'crashes')
      const isRound2 = Object.entries(ROUNDS[1] ?? {}).every(([name, content]) => before[name] === content)
      const isCounted = !outcome.complained.includes('the answer does not count')
      if (isCounted) rounds.add(isRound2 ? 'the second' : 'the first')
      else rounds.add('none')
      if (isCounted)
        await expectWhole(folder, ...ROUNDS, {
          'modlist.txt': '+SkyUI\n+Campfire\n',
          'plugins.txt': '*A.esp\n*B.esp\n',
        })
      expect((await run('--undo', folder)).status).toBe(0)
      expect(await filesIn(folder)).toEqual(CRASHES)
    }
    expect(rounds).toContain('none')
  })

  it('can be undone again if --undo is killed at any write', async () => {
    const undoing = async (made: Profile, works: string) => {
      await answering(made, works)
      return ['--undo', made.folder]
    }
    for await (const { folder, state, run } of faults('kill', undoing)) {
      await expectWhole(folder, CRASHES, ...ROUNDS)
      await run('--undo', folder)
      expect(await filesIn(folder)).toEqual(CRASHES)
      expect((await readdir(state)).filter((name) => name.endsWith('.json'))).toEqual([])
    }
  })

  it('never loses the first files if somebody starts again after --undo of an ended search was killed', async () => {
    const outcomes = new Set<string>()
    const undoing = async (made: Profile, works: string) => {
      await answering(made, works)
      const ended = ['--continue', made.folder, '--answer', 'crashes']
      expect((await runIn(made.environment, 'culprit', ...ended)).status).toBe(1)
      return ['--undo', made.folder]
    }
    for await (const { folder, run } of faults('kill', undoing)) {
      const { status, complained } = await run(await folderOf(WORKS), folder, folder, '--yes')
      if (complained.includes('is being undone')) {
        expect(complained).toContain(`Run culprit --undo ${folder} again.`)
        outcomes.add('refused')
      } else outcomes.add(`status ${status}`)
      for (let last = 0; last === 0; ) last = (await run('--undo', folder)).status
      expect(await filesIn(folder)).toEqual(CRASHES)
    }
    expect(outcomes).toEqual(new Set(['refused', 'status 3']))
  })

  it('finishes writing if Ctrl-C comes at any write, and waits for the answer', async () => {
    for await (const { folder, status, run } of faults('SIGINT', answering)) {
      expect(status).toBe(3)
      expect(await filesIn(folder)).toMatchObject(ROUNDS[1] ?? {})
      expect((await run('--undo', folder)).status).toBe(0)
    }
  })
})
