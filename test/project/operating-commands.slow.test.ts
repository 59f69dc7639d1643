import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { path, read } from '../support/project.ts'

const page = read('docs/operating.md')

/** Returns the blocks of a language in a section of docs/operating.md. */
function blocks(heading: string, language = 'sh'): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  )
}

const blockOf = (heading: string, at = 0, language = 'sh') => {
  const block = blocks(heading, language)[at]
  if (block === undefined) throw new Error(`docs/operating.md has no block ${at} in ${heading}.`)
  return block
}

/** Saves a text as a file, as an operator does with an editor, and makes it executable. */
const save = (file: string, text: string) => `${write(file, text)}chmod 755 ${file}\n`

const write = (file: string, text: string) => `cat > ${file} << 'END'\n${text}END\n`

/** Runs a block in a new shell of root, which stops at the first command that fails. */
const block = (text: string) => `bash -euxo pipefail << 'END'\n${text}END\n`

/** Replaces the name of a backup on the page by that of the newest one. */
const withNewest = (text: string) =>
  text.replaceAll('DATE.backup', '"$(ls -t /var/backups/mod-list-catalog | head -1)"')

/** Runs a script on a throw-away copy of this machine. */
function onBareMachine(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const namespaces = ['--mount', '--net', '--ipc', '--pid', '--fork', '--kill-child']
  const args = [...namespaces, path('test/support/machine/run.sh'), folder, path('.'), inject('programs')]
  return spawnSync('unshare', args, { input: script, encoding: 'utf8', maxBuffer: 2 ** 26 })
}

/** What the scripts below use: uploads, and the names of all lists. */
const HELPERS = `set -euo pipefail
upload() {
  echo '+A mod' > /tmp/modlist.txt
  curl --silent --fail --output /dev/null -F "name=$1" -F game=4 -F description= -F 'files[]=@/tmp/modlist.txt' http://127.0.0.1:3000/v1/lists
}
names() { echo; curl --silent --fail 'http://127.0.0.1:3000/v1/lists?sort=created' | grep -o '"slug":"[^"]*"' | sort | tr '\\n' ' '; echo; }
`

const INSTALLED = [
  HELPERS,
  block(blockOf('Install')),
  write('/etc/mod-list-catalog.env', blockOf('Install', 0, 'ini')),
  block(blockOf('Install', 1)),
  save('/usr/local/bin/catalog', blockOf('Commands')),
].join('')

const isPossible = (...programs: string[]) =>
  process.geteuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'ip', 'link', 'set', 'lo', 'up']).status === 0 &&
  onBareMachine('true').status === 0 &&
  programs.every((program) => spawnSync(program, ['--version']).status === 0)

it('the commands of docs/operating.md for one package install, back up, upgrade, go back and restore, as they are written', ({
  skip,
}) => {
  if (!isPossible()) skip('this needs root, and a machine that can mount')
  const { status, stdout, stderr } = onBareMachine(
    [
      INSTALLED,
      block(blockOf('The first people')),
      save('/etc/cron.daily/mod-list-catalog', blockOf('Backups')),
      'upload One\n',
      block(blockOf('Upgrades, and the way back')),
      'upload Lost\nnames\n',
      block(withNewest(blockOf('Upgrades, and the way back', 1))),
      'names\nupload Lost\n',
      block(withNewest(blockOf('Restoring a backup'))),
      'names\nupload "My list"\n',
      'curl --silent --fail --output /dev/null -d reason=spam http://127.0.0.1:3000/v1/lists/my-list/reports\n',
      block(blockOf('When a list is reported')),
      "upload Spam; catalog user create Bob; echo '+Malware' > /tmp/bad.txt\n",
      block(blockOf('When somebody floods the site')),
      "upload 'Old list'\n",
      block(blockOf('When somebody wants their data deleted')),
      block(blockOf('When the disk is full')),
      'ls /var/backups/mod-list-catalog | sed s/[0-9]/0/g; stat -c %a /var/backups/mod-list-catalog/*\n',
    ].join(''),
  )
  expect({ status, stderr: status === 0 ? '' : stderr.slice(-3_000) }).toEqual({ status: 0, stderr: '' })
  const lines = stdout.split('\n')
  expect(lines.filter((line) => line.startsWith('"slug"'))).toEqual([
    '"slug":"lost" "slug":"one" ',
    '"slug":"one" ',
    '"slug":"one" ',
  ])
  expect(lines.slice(-3)).toEqual(['0000-00-00-000000.backup', '600', ''])
})

it('the commands of docs/operating.md for another database move, check and restore a backup, as they are written', ({
  skip,
}) => {
  if (!isPossible('createdb', 'psql')) skip('this needs root, a machine that can mount, and the clients of PostgreSQL')
  const filled = (text: string) =>
    text
      .replaceAll('REPLACE_WITH_RANDOM_CHARACTERS', 'secret')
      .replaceAll('USER:PASSWORD@HOST', 'catalog:secret@127.0.0.1')
      .replaceAll('--owner=USER', '--owner=catalog')
      .replaceAll(/^(createdb|dropdb) /gm, 'runuser -u postgres -- $1 ') // as the page says
  const [, compose = '', other = ''] = blocks('Docker Compose instead of a package')
  const withCheck = (check: string) => blockOf('Backups').replace(/^check=[\s\S]*^rm -rf "\$check"\n(?=mv)/m, check)
  const [, ofCompose = '', ofOther = ''] = blocks('Restoring a backup').map((text) =>
    text.replaceAll('FILE', '/root/made.backup'),
  )
  const LISTS = 'SELECT string_agg(name, $$ $$ ORDER BY id) FROM lists'
  const asked = (database: string) => `runuser -u postgres -- psql --tuples-only --no-align ${database} -c '${LISTS}'\n`
  const { status, stdout, stderr } = onBareMachine(
    [
      INSTALLED,
      'upload One\n',
      block(filled(blockOf("Moving to Debian's PostgreSQL"))),
      'upload Two\nnames\n',
      save('/etc/cron.daily/mod-list-catalog', withCheck(filled(other))),
      '/etc/cron.daily/mod-list-catalog\n',
      'cp /var/backups/mod-list-catalog/*.backup /root/made.backup\n',
      block(filled(ofOther)),
      asked('restored'),
      'runuser -u postgres -- dropdb restored\n',
      // In the container of the database, this role may create databases.
      `runuser -u postgres -- psql -c 'ALTER ROLE catalog SUPERUSER'\n`,
      save('/usr/local/bin/catalog', blockOf('Docker Compose instead of a package')),
      save('/etc/cron.daily/mod-list-catalog', withCheck(compose)),
      'rm /var/backups/mod-list-catalog/*; /etc/cron.daily/mod-list-catalog; ls /var/backups/mod-list-catalog | sed s/[0-9]/0/g\n',
      block(ofCompose),
      asked('restored'),
    ].join(''),
  )
  expect({ status, stderr: status === 0 ? '' : stderr.slice(-3_000) }).toEqual({ status: 0, stderr: '' })
  const shown = stdout.split('\n').filter((line) => /^One|^"slug"|backup$/.test(line))
  expect(shown).toEqual(['"slug":"one" "slug":"two" ', 'One Two', '0000-00-00-000000.backup', 'One Two'])
})
