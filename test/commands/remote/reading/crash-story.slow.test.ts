import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { runIn } from '../../../support/commands/run.ts'
import { storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { startProgram } from '../../../support/processes/programs.ts'
import { CRASH_LOGGER } from '../../../support/profiles/logs.ts'
import { makeLists } from '../../../support/requests/forms.ts'
import { serve } from '../../../support/requests/wire.ts'
import { clientOf, folderOf, NO_DATABASE } from '../terminal.ts'

const NAME = 'crash-2023-12-10-13-03-48.log'

describe('somebody whose game crashes, and who has only the log', () => {
  it('sees what crashed, compares the log with a list that works, shares it, and takes over what differs', async ({
    catalog,
    api,
  }) => {
    const works = ['*Lux.esp', '*Small.esl', '*Fix.esp']
    const plugins = works.map((line) => `${line}\r\n`).join('')
    await makeLists(api, { 'It works': { 'plugins.txt': plugins, 'modlist.txt': '+Fix\r\n+Lux\r\n' } })
    const environment = clientOf(await serve(catalog))
    const mine = { 'plugins.txt': '*Lux.esp\r\n*Small.esl\r\n', 'modlist.txt': '-Fix\r\n+Lux\r\n' }
    const folder = await folderOf({ ...mine, [NAME]: CRASH_LOGGER })
    const log = join(folder, NAME)
    const play = (...args: string[]) => startProgram('cli', environment, args).exit

    const shown = await startProgram('cli', NO_DATABASE, ['show', log]).exit
    expect([shown.status, shown.err]).toEqual([0, ''])
    expect(shown.out).toContain('Crash\n  EXCEPTION_ACCESS_VIOLATION at skee64.dll+1DAE5\n')
    expect(shown.out).toContain('  Named in the log: Lux.esp, NPC Improvements.esp, skee64.dll,')

    const compared = await play('changes', log, 'it-works')
    expect([compared.status, compared.err]).toEqual([1, ''])
    expect(compared.out).toContain('\n1 plugin added. Only ')
    expect(compared.out).toContain('\n\nPlugins\n  + added Fix.esp\n')

    const uploaded = await play('upload', log, '--game', '4', '--name', 'It crashes')
    expect([uploaded.status, uploaded.out]).toEqual([0, 'https://www.example.com/lists/it-crashes\n'])
    expect((await play('changes', 'it-crashes', 'it-works')).out).toContain('  + added Fix.esp\n')

    const applied = await play('apply', 'it-works', folder, '--plugins', '--yes')
    expect([applied.status, applied.err]).toEqual([0, expect.any(String)])
    expect(await readFile(join(folder, 'plugins.txt'), 'utf8')).toBe(plugins)
    expect(await readFile(join(folder, 'modlist.txt'), 'utf8')).toBe('+Fix\r\n+Lux\r\n')
  }, 60_000)
})

/** A secret of each kind, in a text where it is one, and the part of it that identifies somebody. */
const SECRETS: readonly [text: string, secret: string][] = [
  ['C:\\Users\\Ann Lee\\x', 'Ann Lee'],
  ['D:\\\\Users\\\\AnnLee\\\\x', 'AnnLee'],
  ['/home/annlee/x', 'annlee'],
  ['Computer Name: ANNS-PC', 'ANNS-PC'],
  ['COMPUTERNAME=ANNS-PC', 'ANNS-PC'],
  ['UserDomain: ANNS-HOME', 'ANNS-HOME'],
  ['User Name: annlee', 'annlee'],
  ['203.0.113.7:27015', '203.0.113.7'],
  ['connected to 203.0.113.7', '203.0.113.7'],
  ['2001:db8:85a3::8a2e:370:7334', '2001:db8'],
  ['Bearer abcdef1234567890', 'abcdef12'],
  ['mlc_abcdef0123456789', 'mlc_abc'],
  ['mlk_abcdef0123456789', 'mlk_abc'],
  ['ghp_abcdef0123456789', 'ghp_abc'],
  [`eyJ${'hbGciOiJI'.repeat(6)}.${'eyJzdWIi'.repeat(6)}.${'abcd'.repeat(9)}`, 'eyJhbG'],
  ['token=abcd1234', 'abcd1234'],
  ['api_key=abcd1234', 'abcd1234'],
]

/** Returns a log with this text everywhere that a log is shown, also where it is cut. No file name has a colon. */
function logWith(text: string): string {
  const name = /[:\\/]/.test(text) ? 'Plain' : `${text} x`
  return `CRASH TIME: ${text}\n${CRASH_LOGGER}`
    .replace('EXCEPTION_ACCESS_VIOLATION', `${'x'.repeat(190 - text.length / 2)} ${text}`)
    .replace('v1.11.1\n', `${'1'.repeat(45)} ${text}\n\t${name}.dll v2 ${text}\n`)
    .replace('File: "Lux.esp"', `File: "${name}.esp"`)
    .replace('[ 1]     Update.esm', `[ 1]     ${name}.esp`)
    .replaceAll('My Own Plugin', name)
}

describe('a secret in a log', () => {
  it.for(SECRETS)(
    'is stored only with --with-personal, and no command shows it: %s',
    async ([text, secret], { catalog, api, db }) => {
      const environment = clientOf(await serve(catalog))
      const folder = await folderOf({ 'crash.log': logWith(text), 'works/plugins.txt': '*Mine.esp\n' })
      const path = join(folder, 'crash.log')
      const before = await storedRows(db)
      const args = ['upload', path, '--game', '4', '--name', 'Crash']
      for (const refused of [args, ['analyse', path]]) expect((await runIn(environment, ...refused)).status).toBe(1)
      expect(await storedRows(db)).toEqual(before)

      expect((await runIn(environment, ...args, '--with-personal')).status).toBe(0)
      const commands = [
        ['show', path],
        ['show', 'crash'],
        ['show', path, '--format', 'text'],
        ['show', path, '--format', 'markdown'],
        ['analyse', path, '--with-personal'],
        ['analyse', path, '--with-personal', '--json'],
        ['changes', join(folder, 'works'), path],
        ['changes', join(folder, 'works'), 'crash', '--markdown'],
        ['changes', 'crash', join(folder, 'works'), '--json'],
      ]
      for (const command of commands) {
        const { status, printed } = await runIn(environment, ...command)
        expect([command[0], status]).toEqual([command[0], command[0] === 'changes' ? 1 : 0])
        expect.soft(printed, command.join(' ')).not.toContain(secret)
      }
      for (const end of ['', '.txt', '.md', '.csv']) {
        const answer = await api.get(`/v1/lists/crash/load-order${end}`).buffer(true).expect(200)
        expect.soft(answer.text, end).not.toContain(secret)
      }
    },
  )
})
