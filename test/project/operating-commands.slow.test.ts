import { expect, it } from 'vitest'
import { openPage } from '../support/documents/blocks.ts'
import { block, installed, isPossible, onBareMachine, save } from '../support/machine/machine.ts'

const page = openPage('docs/operating.md')
const { take } = page
const INSTALLED = installed(page)

/** Replaces the name of a backup on the page by that of the newest one. */
const withNewest = (text: string) =>
  text.replaceAll('DATE.backup', '"$(ls -t /var/backups/mod-list-catalog | head -1)"')

const FOR_ONE_PACKAGE = [
  INSTALLED,
  block(take('The first people, sh 1')),
  save('/etc/cron.daily/mod-list-catalog', take('Backups, sh 1')),
  'upload One\n',
  block(take('Upgrades, and the way back, sh 1')),
  'upload Lost\nnames\n',
  block(withNewest(take('Upgrades, and the way back, sh 2'))),
  'names\nupload Lost\n',
  block(withNewest(take('Restoring a backup, sh 1'))),
  'names\nupload "My list"\n',
  'curl --silent --fail --output /dev/null -d reason=spam http://127.0.0.1:3000/v1/lists/my-list/reports\n',
  block(take('When a list is reported, sh 1')),
  "upload Spam; catalog user create Bob; echo '+Malware' > /tmp/bad.txt\n",
  block(take('When somebody floods the site, sh 1')),
  "upload 'Old list'\n",
  block(take('When somebody wants their data deleted, sh 1')),
  block(take('When the disk is full, sh 1')),
  'ls /var/backups/mod-list-catalog | sed s/[0-9]/0/g; stat -c %a /var/backups/mod-list-catalog/*\n',
].join('')

const filled = (text: string) =>
  text
    .replaceAll('REPLACE_WITH_RANDOM_CHARACTERS', 'secret')
    .replaceAll('USER:PASSWORD@HOST', 'catalog:secret@127.0.0.1')
    .replaceAll('--owner=USER', '--owner=catalog')
    .replaceAll(/^(createdb|dropdb) /gm, 'runuser -u postgres -- $1 ') // as the page says
const compose = take('Docker Compose instead of a package, sh 2')
const other = take('Docker Compose instead of a package, sh 3')
const withCheck = (check: string) => take('Backups, sh 1').replace(/^check=[\s\S]*^rm -rf "\$check"\n(?=mv)/m, check)
const [ofCompose = '', ofOther = ''] = [2, 3].map((place) =>
  take(`Restoring a backup, sh ${place}`).replaceAll('FILE', '/root/made.backup'),
)
const LISTS = 'SELECT string_agg(name, $$ $$ ORDER BY id) FROM lists'
const asked = (database: string) => `runuser -u postgres -- psql --tuples-only --no-align ${database} -c '${LISTS}'\n`

const FOR_ANOTHER_DATABASE = [
  INSTALLED,
  'upload One\n',
  block(filled(take("Moving to Debian's PostgreSQL, sh 1"))),
  'upload Two\nnames\n',
  save('/etc/cron.daily/mod-list-catalog', withCheck(filled(other))),
  '/etc/cron.daily/mod-list-catalog\n',
  'cp /var/backups/mod-list-catalog/*.backup /root/made.backup\n',
  block(filled(ofOther)),
  asked('restored'),
  'runuser -u postgres -- dropdb restored\n',
  // In the container of the database, this role may create databases.
  `runuser -u postgres -- psql -c 'ALTER ROLE catalog SUPERUSER'\n`,
  save('/usr/local/bin/catalog', take('Docker Compose instead of a package, sh 1')),
  save('/etc/cron.daily/mod-list-catalog', withCheck(compose)),
  'rm /var/backups/mod-list-catalog/*; /etc/cron.daily/mod-list-catalog; ls /var/backups/mod-list-catalog | sed s/[0-9]/0/g\n',
  'upload Lost; systemctl stop mod-list-catalog\n',
  block(ofCompose),
  asked('catalog'),
].join('')

it('the commands of docs/operating.md for one package install, back up, upgrade, go back and restore, as they are written', ({
  skip,
}) => {
  if (!isPossible()) skip('this needs root, and a machine that can mount')
  const { status, stdout, stderr } = onBareMachine(FOR_ONE_PACKAGE)
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
  const { status, stdout, stderr } = onBareMachine(FOR_ANOTHER_DATABASE)
  expect({ status, stderr: status === 0 ? '' : stderr.slice(-3_000) }).toEqual({ status: 0, stderr: '' })
  const shown = stdout.split('\n').filter((line) => /^One|^"slug"|backup$/.test(line))
  expect(shown).toEqual(['"slug":"one" "slug":"two" ', 'One Two', '0000-00-00-000000.backup', 'One Two'])
})
