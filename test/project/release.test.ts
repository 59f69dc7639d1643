import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { notesOf, versionOf } from '../../scripts/release/notes.ts'
import { read } from '../support/project.ts'

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

it('the container runs unprivileged, without capabilities, on a read-only root file system', () => {
  const lastStage = read('Dockerfile')
    .split(/^FROM /m)
    .at(-1)
  expect(lastStage).toMatch(/^USER node$/m)
  expect(parse(read('docker-compose.yml')).services.catalog).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  })
})
