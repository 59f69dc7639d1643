import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { runIn } from '../support/commands/run.ts'
import { path, read } from '../support/project.ts'

const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Returns the shell commands of a page, without prompts, and with continued lines joined. */
function commandsOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|bash|shell|console)?\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => block,
  )
  const inline = [...markdown.matchAll(/`((?:npm|npx) [^`\n]+)`/g)].map(([, command = '']) => command)
  const lines = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, ' ').split('\n'))
  return [...lines, ...inline].map((line) => line.replace(/^\s*\$ /, '').trim()).filter((line) => line !== '')
}

describe('README.md', () => {
  const readme = read('README.md')
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
      const [, rest] = /(?:npm run (?:-\S+ )*cli --|^mod-list-catalog)(?: |$)(.*)/.exec(line) ?? []
      const [words] = rest?.split(/[|#;&>)`"]/) ?? []
      return words === undefined ? [] : [words.trim().split(/\s+/)]
    })
    expect(calls.length).toBeGreaterThan(2)

    for (const words of calls) {
      const command = words.slice(
        0,
        ['user', 'token', 'game', 'list', 'report', 'block'].includes(words[0] ?? '') ? 2 : 1,
      )
      const { status, printed } = await runIn({}, ...command, '--help')
      expect([words, status]).toEqual([words, 0])
      expect(printed).toContain(['Usage: mod-list-catalog', ...command].join(' ').trim())
      for (const option of words.join(' ').matchAll(/--[a-z]+/g)) expect(printed).toContain(option[0])
    }
  })

  it('creates no file that git or an image would include, because it may contain private lists', () => {
    const made = commands.flatMap((line) => [
      ...[...line.matchAll(/\b(?:ex|im)port (\S+)/g)].flatMap(([, file = '']) => [file, `${file}.0f8e.part`]),
      ...[...line.matchAll(/DATA_DIR=(\S+)/g)].map(([, folder = '']) => `${folder}/postgres`),
    ])
    const files = made.filter((file) => /^[a-z./]+$/.test(file))
    expect(files).toEqual(expect.arrayContaining(['catalog.backup', './restored/postgres']))
    const ignoring = spawnSync('git', ['check-ignore', '--no-index', ...files], { cwd: path('.'), encoding: 'utf8' })
    const hasGit = ignoring.status === 0 || ignoring.status === 1
    if (hasGit) expect(ignoring.stdout.trim().split('\n')).toEqual(files)
    for (const rule of ['*.backup', '*.backup.*.part', 'restored'])
      expect(read('.dockerignore').split('\n')).toContain(rule)
  })
})
