import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { it } from '../../../support/it.ts'
import { startCommand, startProgram, wordsOf } from '../../../support/processes/programs.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, hasTerminal, runOnTerminal, shellWords } from '../terminal.ts'

const DIFF = ['--- modlist.txt', '+++ modlist.txt', '@@ -1,2 +1,2 @@', ' Sky UI', '--- a comment', '+++ a comment']

describe('compare', () => {
  const fill = async (api: ReturnType<typeof supertest>) => {
    await fillList(api.post('/v1/lists'), { name: 'One' }, { 'modlist.txt': 'Sky UI\n-- a comment\n' }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two' }, { 'modlist.txt': 'Sky UI\n++ a comment\n' }).expect(201)
  }

  it('prints a plain unified diff into a pipe, with status 1, and nothing with status 0 for equal lists', async ({
    catalog,
    api,
  }) => {
    await fill(api)
    const environment = clientOf(await serve(catalog))
    const compare = (...lists: string[]) => startProgram('cli', environment, ['compare', ...lists]).exit
    expect(await compare('one', 'two')).toEqual({ status: 1, out: `${DIFF.join('\n')}\n`, err: '' })
    expect(await compare('one', 'one')).toEqual({ status: 0, out: '', err: '' })
  })

  it.for(['compare', 'changes'])(
    'exits with 2 and a message if it cannot compare: %s',
    async (command, { catalog }) => {
      const environment = clientOf(await serve(catalog))
      const compare = (...args: string[]) => runIn(environment, command, ...args)
      const trouble = (complained: string) => ({ status: 2, printed: '', complained })

      expect(await compare('one', 'two')).toEqual(trouble('List not found.'))
      expect(await compare('..%2Fgames?', 'two')).toEqual(trouble('List not found.'))
      expect(await compare('http://a.example/v1/lists/a', 'http://b.example/v1/lists/b')).toEqual(
        trouble('The lists are on different servers. Only lists of the same server can be compared.'),
      )
      expect(await compare('http://a.example/', 'b')).toEqual(
        trouble('http://a.example/ is not the address of a list.'),
      )
      expect((await compare('one')).status).toBe(2)
      const { status, complained } = await runIn({}, command, 'one', 'two', '--url', 'http://no.such.host.invalid')
      expect([status, complained]).toEqual([2, expect.stringMatching(/^No response from /)])
    },
  )

  it('prints no error when head closes the pipe early', async ({ catalog, api }) => {
    const lines = (word: string) => Array.from({ length: 60_000 }, (_, line) => `${word} ${line}\n`).join('')
    await fillList(api.post('/v1/lists'), { name: 'One' }, { 'modlist.txt': lines('old') }).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two' }, { 'modlist.txt': lines('new') }).expect(201)
    const command = shellWords(wordsOf('cli', ['compare', 'one', 'two']))
    const script = `${command} | head -n 1; echo "\${PIPESTATUS[0]}"`
    const piped = await startCommand(['bash', '-c', script], clientOf(await serve(catalog))).exit

    expect(piped).toEqual({ status: 0, out: '--- modlist.txt\n1\n', err: '' })
  })

  it.skipIf(!hasTerminal)(
    'prints colours on a terminal, but not with NO_COLOR, and never control characters',
    async ({ catalog, api }) => {
      await fill(api)
      await fillList(api.post('/v1/lists'), { name: 'Evil' }, { 'modlist.txt': 'Sky UI\n\u001B]0;x\u0007\n' }).expect(
        201,
      )
      const environment = clientOf(await serve(catalog))
      const shown = async (list: string, variables = {}) => {
        const { status, out } = await runOnTerminal('cli', { ...environment, ...variables }, ['compare', 'one', list])
          .exit
        expect(status).toBe(1)
        return out.replaceAll('\r\n', '\n')
      }

      const esc = '\u001B['
      const [old, now, at, same, removed, added] = DIFF
      expect(await shown('two')).toBe(
        [
          `${esc}1m${old}${esc}22m`,
          `${esc}1m${now}${esc}22m`,
          `${esc}36m${at}${esc}39m`,
          same,
          `${esc}31m${removed}${esc}39m`,
          `${esc}32m${added}${esc}39m`,
          '',
        ].join('\n'),
      )
      expect(await shown('two', { NO_COLOR: '1' })).toBe(`${DIFF.join('\n')}\n`)
      expect(await shown('evil', { NO_COLOR: '1' })).toContain('+\uFFFD]0;x\uFFFD\n')
    },
  )
})

describe('show', () => {
  it('shows the fields of a list, and its files with their sizes', async ({ catalog, api, signIn }) => {
    const token = await signIn('Ada', { verified: true })
    const fields = { name: 'Mine', description: 'First line\nsecond line', version: '1.0', website: 'example.com' }
    await fillList(api.post('/v1/lists').set('Authorization', token), fields, { 'a.txt': 'x\r\ny\r\n' }).expect(201)
    const { status, printed } = await runIn(
      clientOf(await serve(catalog)),
      'show',
      'https://api.example.com/lists/mine',
    )

    expect(status).toBe(0)
    expect(printed.split('\n')).toEqual([
      'Name         Mine',
      'Game         TESV Skyrim SE',
      'Author       Ada (verified)',
      'Version      1.0',
      'Description  First line',
      '             second line',
      'Website      example.com',
      'Created      2026-11-20T08:30:00.123000Z',
      'Updated      2026-11-20T08:30:00.123000Z',
      'Address      https://api.example.com/v1/lists/mine',
      '',
      'FILE   BYTES  LINES',
      'a.txt  6      2',
      '',
      'No mods or plugins are read from a.txt: it is kept as text. To compare, add modlist.txt and plugins.txt.',
    ])
  })
})
