import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { path, read } from '../support/project.ts'

/** Returns the paths that a path such as `test/{app,it}.ts` names. */
function alternatives(name: string): string[] {
  const [, before = '', names, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? []
  return names === undefined ? [name] : names.split(',').map((each) => before + each + after)
}

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

  it.each(documents)('%s runs or installs no package by the name of this one, which is not published', (document) => {
    const named = /\b(?:npx|npm (?:i|install|add|exec))(?: -\S+)* mod-list-catalog\b/g
    expect(read(document).replaceAll(/\s+/g, ' ').match(named)).toBeNull()
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
})
