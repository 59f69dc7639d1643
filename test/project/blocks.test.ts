import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { loadConfig, VARIABLES } from '../../src/config.ts'
import { blocksOf } from '../support/documents/blocks.ts'
import { isInstalled, problemsOf, TOOLS } from '../support/documents/tools.ts'
import { TRIED, TRIED_FILES } from '../support/documents/tried.ts'
import { path, read } from '../support/project.ts'

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(path('docs')).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md'))
  .sort()
const BLOCKS = PAGES.flatMap((page) =>
  blocksOf(page).map((block) => ({ page, how: TRIED[page]?.[block.name], ...block })),
)

/** The pages that an operator follows line by line. */
const FOR_OPERATORS = ['administration', 'operating', 'production', 'releasing', 'scale'].map(
  (name) => `docs/${name}.md`,
)

const isFile = (how: string) => how.startsWith('test/')

/** Returns a configuration that no program accepts. systemd ignores nonsense, but not a unit without a service. */
const broken = (text: string) => `}{ nonsense\n${text.replace('[Service]', '[Nonsense]')}`

describe('the command lines and configurations of the documents', () => {
  it('are all in the list that says how each is tried, and no other is', () => {
    const found = PAGES.flatMap((page) => blocksOf(page).map(({ name }) => `${page}: ${name}`))
    const listed = Object.entries(TRIED).flatMap(([page, blocks]) =>
      Object.keys(blocks).map((name) => `${page}: ${name}`),
    )
    expect(found.length).toBeGreaterThan(40)
    expect(found).toEqual(
      listed.sort((one, other) => PAGES.indexOf(one.split(':')[0] ?? '') - PAGES.indexOf(other.split(':')[0] ?? '')),
    )
  })

  it('are played by tests that exist, or read by a program that the tests know', () => {
    const hows = [
      ...new Set([...Object.values(TRIED).flatMap((blocks) => Object.values(blocks)), ...Object.values(TRIED_FILES)]),
    ]
    for (const how of hows) {
      const isKnown = isFile(how) ? existsSync(path(how)) : how === 'shell' || how === 'settings' || how in TOOLS
      expect({ how, isKnown }).toEqual({ how, isKnown: true })
    }
  })

  it('are marked on the page if the tour of test/smoke.sh plays them', () => {
    for (const { page, name, how, before } of BLOCKS)
      expect([page, name, before.startsWith('<!-- tour: run by test/smoke.sh')]).toEqual([
        page,
        name,
        how === 'test/smoke.sh',
      ])
  })

  it('of the shell have valid syntax', () => {
    const shell = BLOCKS.filter(({ language }) => language === 'sh')
    for (const { page, name, text } of shell) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })
      expect({ page, name, status, stderr }).toEqual({ page, name, status: 0, stderr: '' })
    }
  })

  it('that are settings can be read by the service', () => {
    const settings = BLOCKS.filter(({ language }) => language === 'ini')
    expect(settings.length).toBeGreaterThan(2)
    for (const { page, name, text } of settings) {
      const values = parseEnv(text)
      const unknown = Object.keys(values).filter((each) => !VARIABLES.includes(each) && !/^OIDC_[A-Z]+_/.test(each))
      expect({ page, name, unknown }).toEqual({ page, name, unknown: [] })
      expect(() => loadConfig({ PUBLIC_URL: 'https://mods.example.com', ...values })).not.toThrow()
    }
  })

  it.for(BLOCKS.filter(({ how = '' }) => how in TOOLS))(
    'of $page are read by their program: $name',
    async ({ how = '', text }, { skip }) => {
      const tool = TOOLS[how]
      if (tool === undefined || !isInstalled(tool))
        return skip(`${tool?.installed.join(' ')} fails: it is not installed`)
      expect(await problemsOf(tool, text)).toBe('')
      expect(await problemsOf(tool, broken(text))).not.toBe('')
    },
  )
})

describe('the configurations of the project', () => {
  it('of operators are all in the list that says how each is tried', () => {
    const deployed = readdirSync(path('deploy')).map((name) => `deploy/${name}`)
    expect(Object.keys(TRIED_FILES).filter((name) => name.startsWith('deploy/'))).toEqual(deployed.sort())
  })

  it.for(Object.entries(TRIED_FILES).filter(([, how]) => how in TOOLS))(
    '%s is read by its program',
    async ([file, how], { skip }) => {
      const tool = TOOLS[how]
      if (tool === undefined || !isInstalled(tool))
        return skip(`${tool?.installed.join(' ')} fails: it is not installed`)
      expect(await problemsOf(tool, read(file))).toBe('')
      expect(await problemsOf(tool, broken(read(file)))).not.toBe('')
    },
  )
})

it.each(FOR_OPERATORS)('%s says near its head how its lines are tried', (page) => {
  const head = read(page).split('\n').slice(0, 16).join('\n')
  for (const how of new Set(Object.values(TRIED[page] ?? {})))
    expect(head).toContain(isFile(how) ? how : 'test/project/blocks.test.ts')
})

it('deploy/alerts.yml alerts if the database is away or no backup is checked, and not on a quiet site', ({ skip }) => {
  const file = path('test/project/alerts.promtool.yml')
  const { error, status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  if (error) skip('promtool is not installed')
  expect({ status, problems: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, problems: '' })
})
