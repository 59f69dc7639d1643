import { describe, expect, it } from 'vitest'
import { playAnswers } from '../../../src/compare/culprit/answers.ts'
import type { CulpritInput, CulpritUnit } from '../../../src/compare/culprit/schemas.ts'
import { notTested, takeOf, unitsOf } from '../../../src/compare/culprit/units.ts'
import { compareLists } from '../../../src/load-order/merging/compared-lists.ts'
import { readProfile } from '../../support/profiles/profile.ts'

const units = Array.from(
  { length: 6 },
  (_, at): CulpritUnit => ({
    id: `u${at}`,
    kind: 'added',
    moved: false,
    name: `Mod ${at}`,
    from: null,
    version: null,
    source: null,
  }),
)

function play(answers: CulpritInput['answers'], keep: string[] = []) {
  const progress = playAnswers(units, { answers, keep })
  if ('errors' in progress) throw new Error(JSON.stringify(progress.errors))
  return progress
}

/** Answers for a person whose game crashes with all of these units. */
function answersOf(causes: readonly string[], untestable: readonly string[] = []) {
  const answers: CulpritInput['answers'] = []
  for (;;) {
    const progress = play(answers)
    if (progress.next === null) return { progress, answers }
    const set = progress.next.take
    const crashes = causes.every((cause) => set.includes(cause))
    answers.push({ result: untestable.includes(set.join()) ? 'untestable' : crashes ? 'crashes' : 'works' })
  }
}

describe('playing answers back', () => {
  it('finds two changes that crash together, and says so in words', () => {
    const { progress } = answersOf(['u1', 'u4'])
    expect(progress).toMatchObject({
      found: ['u1', 'u4'],
      unproved: [],
      needed: [],
      suspects: [],
      doubts: [],
      verdict: {
        code: 'found',
        text: expect.stringMatching(
          /^With all 2, it crashed \d times; without one or more of them, it worked \d times?\.$/,
        ),
      },
    })
  })

  it('names the changes of which nobody could test that the others work without them', () => {
    const { progress } = answersOf(['u1', 'u4'], ['u4'])
    expect(progress.verdict).toEqual({
      code: 'unproved',
      text: 'It crashes with these 2 changes. Not tested without: Mod 1.',
    })
    expect(progress).toMatchObject({ found: ['u1', 'u4'], unproved: ['u1'] })
  })

  it('gives up after 300 answers with the smallest set that crashed', () => {
    const works = Array.from({ length: 298 }, () => ({ take: ['u0', 'u5'], result: 'works' as const }))
    const progress = play([
      ...works,
      { take: ['u0', 'u1', 'u2'], result: 'crashes' },
      { take: ['u0', 'u1', 'u2', 'u3'], result: 'crashes' },
    ])
    expect(progress).toMatchObject({ next: null, found: ['u0', 'u1', 'u2'], unproved: ['u0', 'u1', 'u2'] })
    expect(progress.verdict).toEqual({
      code: 'gave_up',
      text: 'The search ended after the largest number of answers. The smallest set that crashed has 3 changes.',
    })
  })

  it('does not say that a set crashes which nobody has seen crash, nor that a tested one was not', () => {
    const verdictOf = (...results: CulpritInput['answers'][number]['result'][]) => {
      const answers = results.map((result) => ({ result }))
      const progress = playAnswers(units.slice(0, 2), { answers, keep: [] })
      if ('errors' in progress) throw new Error(JSON.stringify(progress.errors))
      return { found: progress.found, unproved: progress.unproved, verdict: progress.verdict }
    }
    // all changes can't be tested, the first one works, the second one works: both are needed, if it crashes at all
    expect(verdictOf('works', 'untestable', 'works', 'works')).toEqual({
      found: ['u0', 'u1'],
      unproved: [],
      verdict: {
        code: 'unproved',
        text: 'The answers lead to these 2 changes, but nobody has seen it crash with them alone.',
      },
    })
    expect(verdictOf('works', 'untestable', 'works', 'untestable')).toEqual({
      found: ['u0', 'u1'],
      unproved: ['u0'],
      verdict: {
        code: 'unproved',
        text: 'The answers lead to these 2 changes, but nobody has seen it crash with them alone. Not tested without: Mod 0.',
      },
    })
  })

  it('reports unknown units, and answers where nothing is asked for, by field', () => {
    const errors = (answers: CulpritInput['answers'], keep: string[] = []) => playAnswers(units, { answers, keep })
    expect(errors([{ take: ['no'], result: 'works' }], ['gone'])).toEqual({
      errors: { keep: [expect.stringContaining('"gone"')], 'answers.0.take': [expect.stringContaining('"no"')] },
    })
    expect(errors([{ result: 'crashes' }, { result: 'works' }])).toEqual({
      errors: { 'answers.1': ['Nothing is asked for after the answers before this one. Remove it.'] },
    })
  })
})

describe('the units of two lists', () => {
  const works = readProfile({
    'modlist.txt': ['+Gone', '+SkyUI 5.1', '-Campfire', '-Off', '+Last'],
    'plugins.txt': ['*A.esp', '*Own.esp'],
    'a.ini': ['[A]', 'b=1'],
  })
  const crashes = readProfile({
    'modlist.txt': ['+Last', '+New', '-New but off', '+SkyUI 5.2', '+Campfire'],
    'plugins.txt': ['*A.esp', '*B.esp'],
    'a.ini': ['[A]', 'b=2'],
  })

  it('are the changes that can reach the game, and become what a merge takes', () => {
    const mods = unitsOf(compareLists(works, crashes), 'mods') ?? []
    expect(mods.map(({ kind, moved, name, from }) => [kind, moved, name, from])).toEqual([
      ['enabled', true, 'Campfire', null],
      ['removed', false, 'Gone', null],
      ['renamed', false, 'SkyUI 5.2', 'SkyUI 5.1'],
      ['added', false, 'New', null],
    ])
    expect(takeOf(mods)).toEqual({
      added: ['SkyUI 5.2', 'New'],
      removed: ['Gone', 'SkyUI 5.1'],
      enabled: ['Campfire'],
      disabled: [],
      moved: ['Campfire'],
    })
    expect(unitsOf(compareLists(works, readProfile({ 'a.ini': [] })), 'mods')).toBe(null)
  })

  it('leave out what is then said not to be tested', () => {
    expect(notTested(compareLists(works, crashes), 'mods').map(({ text }) => text)).toEqual([
      '1 setting differs too and is not tested.',
      '2 changes of plugins are in every set and not tested.',
    ])
    expect(notTested(compareLists(works, crashes), 'plugins').map(({ what, count }) => [what, count])).toEqual([
      ['settings', 1],
      ['mods', 8],
    ])
  })
})
