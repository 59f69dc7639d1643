import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig, VARIABLES } from '../../src/config.ts'
import { runIn } from '../support/commands/run.ts'

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const read = (name: string) => readFileSync(path(name), 'utf8')

const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string>; bin: Record<string, string> }

/** Returns the shell commands of a page, without prompts, and with continued lines joined. */
function commandsOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|bash|shell|console)?\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => block,
  )
  const inline = [...markdown.matchAll(/`((?:npm|npx) [^`\n]+)`/g)].map(([, command = '']) => command)
  const lines = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, ' ').split('\n'))
  return [...lines, ...inline].map((line) => line.replace(/^\s*\$ /, '').trim()).filter((line) => line !== '')
}

/** Returns the paths that a path such as `test/{app,it}.ts` names. */
function alternatives(name: string): string[] {
  const [, before = '', names, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? []
  return names === undefined ? [name] : names.split(',').map((each) => before + each + after)
}

describe('.env.example', () => {
  const lines = read('.env.example').split('\n')

  it('has exactly the variables that the service reads', () => {
    expect(Object.keys(parseEnv(read('.env.example'))).sort()).toEqual([...VARIABLES].sort())
  })

  it('sets each variable to its default', () => {
    expect(loadConfig(parseEnv(read('.env.example')))).toEqual(loadConfig({}))
  })

  it('leaves only variables without a default empty', () => {
    const empty = lines.filter((line) => /^\w+=$/.test(line)).map((line) => line.slice(0, -1))
    expect(empty).toEqual([
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'REPLICA_URLS',
      'PUBLIC_URL',
      'WEBSITE_URL',
      'CONTACT_URL',
      'TERMS_URL',
      'PRIVACY_URL',
      'NOTICE',
      'METRICS_TOKEN',
      'OIDC_PROVIDERS',
    ])
  })

  it('describes each variable in the line above it', () => {
    for (const [index, line] of lines.entries()) {
      if (/^\w+=/.test(line)) expect([line, lines[index - 1]]).toEqual([line, expect.stringMatching(/^# .{10,}/)])
    }
  })
})

describe('README.md', () => {
  const readme = existsSync(path('README.md')) ? read('README.md') : ''
  const commands = ['README.md', 'docs/curl.md', 'docs/command-line.md', 'docs/administration.md'].flatMap((page) =>
    commandsOf(read(page)),
  )

  it('shows the commands to start and to test', () => {
    expect(readme).toMatch(/npm ci && npm start/)
    expect(readme).toMatch(/npm ci && npm test/)
  })

  it('names only npm scripts that exist', () => {
    const named = [...readme.matchAll(/\bnpm (?:run (?:-\S+ )*|(?=start\b|test\b))([\w:-]+)/g)].map(
      ([, script]) => script,
    )
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((script) => script === undefined || !(script in manifest.scripts))).toEqual([])
  })

  it('shows only commands and options that the program has, like the pages about commands', async () => {
    const calls = commands.flatMap((line) => {
      const [, rest] = /(?:npm run (?:-\S+ )*cli --|npx mod-list-catalog|^mod-list-catalog)(?: |$)(.*)/.exec(line) ?? []
      return rest === undefined
        ? []
        : [
            rest
              .split(/[|#;&>)`"]/)[0]
              ?.trim()
              .split(/\s+/) ?? [],
          ]
    })
    expect(calls.length).toBeGreaterThan(2)

    for (const words of calls) {
      const command = words.slice(0, ['user', 'token', 'list', 'report', 'block'].includes(words[0] ?? '') ? 2 : 1)
      const { status, printed } = await runIn({}, ...command, '--help')
      expect([words, status]).toEqual([words, 0])
      expect(printed).toContain(['Usage: mod-list-catalog', ...command].join(' ').trim())
      for (const option of words.join(' ').matchAll(/--[a-z]+/g)) expect(printed).toContain(option[0])
    }
  })

  /** Rows of the table of settings: the variables of a row and their defaults as written. */
  const settings = [...read('docs/settings.md').matchAll(/^\| *(`[A-Z][A-Z_]+`[^|]*)\|([^|]*)\|/gm)].map(
    ([, names = '', defaults = '']) => ({
      names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
      defaults: [...defaults.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value),
    }),
  )

  it('leads to docs/settings.md, whose table has exactly the variables that the service reads', () => {
    expect(settings.flatMap(({ names }) => names).sort()).toEqual([...VARIABLES].sort())
  })

  it('leads to docs/settings.md, whose defaults are those of the service', () => {
    const written = settings.flatMap(({ names, defaults }) =>
      names.map((name, index) => [name, defaults[index]] as const),
    )
    expect(Object.fromEntries(written)).toMatchObject({ DATABASE_URL: undefined, WEBSITE_URL: 'PUBLIC_URL' })
    expect(written.find(([name]) => name === 'PUBLIC_URL')?.[1]).toBe('http://HOST:PORT')

    const literal = written.filter(
      ([name]) =>
        ![
          'DATABASE_URL',
          'DATABASE_DIRECT_URL',
          'REPLICA_URLS',
          'WEBSITE_URL',
          'PUBLIC_URL',
          'OIDC_PROVIDERS',
          'CONTACT_URL',
          'TERMS_URL',
          'PRIVACY_URL',
          'NOTICE',
          'METRICS_TOKEN',
        ].includes(name),
    )
    for (const [name, value] of literal) expect([name, value]).toEqual([name, expect.any(String)])
    expect(loadConfig(Object.fromEntries(literal))).toEqual(loadConfig({}))
  })

  it('creates no file that git or an image would include, because it may contain private lists', () => {
    const made = commands.flatMap((line) => [
      ...[...line.matchAll(/\b(?:ex|im)port (\S+)/g)].flatMap(([, file = '']) => [file, `${file}.0f8e.part`]),
      ...[...line.matchAll(/DATA_DIR=(\S+)/g)].map(([, folder = '']) => `${folder}/postgres`),
    ])
    const files = made.filter((file) => /^[a-z./]+$/.test(file))
    expect(files).toEqual(expect.arrayContaining(['catalog.backup', './restored/postgres']))
    const ignoring = spawnSync('git', ['check-ignore', '--no-index', ...files], { cwd: path('.'), encoding: 'utf8' })
    if (ignoring.status === 0 || ignoring.status === 1) expect(ignoring.stdout.trim().split('\n')).toEqual(files) // otherwise there is no git or no clone
    for (const rule of ['*.backup', '*.backup.*.part', 'restored'])
      expect(read('.dockerignore').split('\n')).toContain(rule)
  })

  it('links only files that exist', () => {
    const named = [...readme.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !existsSync(path(name)))).toEqual([])
  })

  it('is shorter than 120 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(120)
  })
})

describe('the documents of the project', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    ...readdirSync(path('docs'), { recursive: true, encoding: 'utf8' }),
  ]
    .map((name) => (existsSync(path(name)) ? name : `docs/${name}`))
    .filter((name) => name.endsWith('.md'))

  it.each(documents)('%s names only paths that exist', (document) => {
    const named = read(document).matchAll(
      /`((?:src|test|bench|scripts|prisma|docs|deploy|\.ci)\/[\w./{},-]*|\.dependency-cruiser\.cjs)`/g,
    )
    const missing = [...named].flatMap(([, name = '']) => alternatives(name)).filter((name) => !existsSync(path(name)))
    expect(missing).toEqual([])
  })

  it.each(documents)('%s links only files that exist', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link)
    const from = new URL(document, new URL('../../', import.meta.url))
    expect(links.filter((link) => !existsSync(new URL(link, from)))).toEqual([])
  })

  it('include every folder of src/ in docs/architecture.md', () => {
    const folders = readdirSync(path('src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const map = read('docs/architecture.md')
    expect(folders.filter(({ name }) => !new RegExp(`\\b${name}/`).test(map)).map(({ name }) => name)).toEqual([])
  })

  it('include every page in docs/README.md', () => {
    const index = read('docs/README.md')
    const pages = readdirSync(path('docs')).filter((name) => name.endsWith('.md') && name !== 'README.md')
    expect(pages.filter((name) => !index.includes(`(${name})`))).toEqual([])
  })

  it('name only functions and files that exist in docs/architecture.md', () => {
    const architecture = read('docs/architecture.md')
    const questions = architecture.split('## Where to change what')[1]?.match(/^\| (?!question|-)/gm) ?? []
    expect(questions.length).toBeGreaterThanOrEqual(10)
    const named = [...architecture.matchAll(/`(\w+)` in\s+`(src\/[\w./-]+)`/g)]
    expect(named.length).toBeGreaterThan(2)
    for (const [, name = '', file = ''] of named) {
      expect([name, read(file).includes(name)]).toEqual([name, true])
    }
  })
})

describe('comments and tests', () => {
  const sources = ['src', 'test', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(path(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|sql|sh)$/.test(name) && !/generated|api-types/.test(name))
      .map((name) => `${folder}/${name}`),
  )

  it('name in comments only files that exist', () => {
    const named = sources.flatMap((source) =>
      [...read(source).matchAll(/(?:\/\/|^ *\/?\*).*/gm)].flatMap(([comment]) =>
        [...comment.matchAll(/(?<![\w/.-])(?:src|test|docs|bench|prisma)\/[\w/.-]+\.(?:tsx?|md|sql)\b/g)].map(
          ([name]) => ({ source, name }),
        ),
      ),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ name }) => !existsSync(path(name)))).toEqual([])
  })

  it('name only sections of docs/api.md that exist', () => {
    const headings = [...read('docs/api.md').matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    )
    const named = sources.flatMap((source) =>
      [...read(source).matchAll(/docs\/api\.md((?:(?: and )?#[\w-]+)*)/g)].flatMap(([, anchors = '']) =>
        [...anchors.matchAll(/#([\w-]+)/g)].map(([, anchor = '']) => `${source}: ${anchor}`),
      ),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !headings.includes(name.split(': ')[1] ?? ''))).toEqual([])
  })
})

describe('docs/scale.md', () => {
  const scale = read('docs/scale.md')
  const files = readdirSync(path('deploy')).map((name) => read(`deploy/${name}`))
  const rows = [...scale.matchAll(/^\| (`[^|]+) \|/gm)].map(([, settings = '']) => settings)
  const settings = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, setting = '']) => setting))

  it('explains only settings that the files of deploy/ have', () => {
    expect(settings.length).toBeGreaterThan(15)
    const lines = files
      .join('\n')
      .replaceAll("'", '')
      .split('\n')
      .map((line) => line.trim())
    expect(settings.filter((setting) => !lines.includes(setting))).toEqual([])
  })

  it('explains each setting of the whole cluster', () => {
    const { postgresql, ...own } = parse(read('deploy/patroni.yml')).bootstrap.dcs
    const { parameters, ...others } = postgresql
    const names = Object.keys({ ...own, ...others, ...parameters })
    expect(names.filter((name) => !settings.some((setting) => setting.startsWith(`${name}:`)))).toEqual([])
  })

  it('has the settings of PgBouncer that docs/poolers.md names', () => {
    const [block = ''] = [...read('docs/poolers.md').matchAll(/^```ini\n([\s\S]*?)^```/gm)].map(([, ini = '']) => ini)
    const place = /host=\S+ port=\d+/
    const lines = block.split('\n').map((line) => line.replace(place, ''))
    const deployed = read('deploy/pgbouncer.ini')
      .split('\n')
      .map((line) => line.replace(place, ''))
    expect(lines.length).toBeGreaterThan(6)
    expect(lines.filter((line) => !deployed.includes(line))).toEqual([])
  })

  it('links with docs/operating.md every file of deploy/, and names only variables that the service reads', () => {
    const pages = scale + read('docs/operating.md')
    for (const name of readdirSync(path('deploy'))) expect(pages).toContain(`(../deploy/${name})`)
    const named = [...scale.matchAll(/\b([A-Z]+_[A-Z_]+)\b/g)].map(([, name = '']) => name)
    expect(named).toContain('DATABASE_URL')
    expect(named.filter((name) => !VARIABLES.includes(name))).toEqual([])
  })
})

describe('package.json', () => {
  it('installs the program as mod-list-catalog', () => {
    expect(manifest.bin).toEqual({ 'mod-list-catalog': 'dist/cli.js' })
  })
})
