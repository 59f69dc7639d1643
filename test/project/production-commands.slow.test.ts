import { describe, expect, it } from 'vitest'
import { openPage } from '../support/documents/blocks.ts'
import { PRODUCTION, playedBy } from '../support/documents/tried.ts'
import { block, HELPERS, isPossible, onBareMachine } from '../support/machine/machine.ts'

/** Unpacks the package of a release, whose folder is where the lines of these pages are run. */
const UNPACKED = `${HELPERS}
mkdir -p /opt/mod-list-catalog && cd /opt/mod-list-catalog
tar -xzf /root/mod-list-catalog-VERSION.tgz --strip-components=1 && npm install
`

/** Starts a PostgreSQL as Debian's package does, with a role that has a password. */
const POSTGRESQL = (role: string) => `apt-get install postgresql
runuser -u postgres -- psql -c "${role} PASSWORD 'secret'"
`

/** Runs a block whose last line is a server, uploads a list there, runs more commands meanwhile, and stops it. */
const serve = (
  text: string,
  more = 'names\n',
) => `setsid bash -euxc ${quoted(text)} < /dev/null > /tmp/server.log 2>&1 & server=$!
until curl --silent --fail --output /dev/null http://127.0.0.1:3000/readyz; do kill -0 $server || { cat /tmp/server.log >&2; exit 1; }; sleep 0.1; done
upload One
${more}kill -- -$server; wait $server || true
`

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Runs a script there. Returns the lines that it has shown of lists and of what begins with `= `. */
function shownBy(script: string): string[] {
  const { status, stdout, stderr } = onBareMachine(script)
  expect({ status, stderr: status === 0 ? '' : stderr.slice(-3_000) }).toEqual({ status: 0, stderr: '' })
  return stdout.split('\n').filter((line) => /^"slug"|^= /.test(line))
}

const readme = openPage('README.md')
const production = openPage('docs/production.md')
const administration = openPage('docs/administration.md')

const SCRIPTS: Record<string, { script: string; shown: string[]; programs?: string[] }> = {
  'README.md start the package of a release': {
    script: HELPERS + serve(readme.take('Mod list catalog, sh 2')),
    shown: ['"slug":"one" '],
  },
  'docs/production.md start the service on another database': {
    script: [
      UNPACKED,
      POSTGRESQL('CREATE ROLE catalog LOGIN'),
      'runuser -u postgres -- createdb --owner=catalog --encoding=UTF8 --locale=C.UTF-8 --template=template0 catalog\n',
      "echo '127.0.0.1 db.example.com' >> /etc/hosts\n",
      serve(production.take('With your own PostgreSQL, sh 1')),
    ].join(''),
    shown: ['"slug":"one" '],
    programs: ['psql'],
  },
  'docs/production.md make a password for Docker Compose': {
    script: `cd "$(mktemp -d)"\n${block(production.take('With Docker, sh 1'))}sed 's/[0-9a-f]\\{32\\}$/HEX/; s/^/= /' .env\n`,
    shown: ['= POSTGRES_PASSWORD=HEX'],
    programs: ['openssl'],
  },
  'docs/administration.md add games, and write and read a backup': {
    script: [
      UNPACKED,
      serve(
        'npm start\n',
        [
          block(administration.take('Games, sh 1')),
          block(administration.take('Backups, sh 1')),
          'DATA_DIR=./restored node dist/cli.js game list | sed -n "s/^\\(3[23]\\) .*/= \\1/p"\n',
          'DATA_DIR=./restored node dist/cli.js list list | sed -n "s/^one .*/= one/p"\n',
        ].join(''),
      ),
    ].join(''),
    shown: ['= 32', '= 33', '= one'],
  },
}

describe('the commands of the pages for operators, as they are written:', () => {
  it.for(Object.entries(SCRIPTS))('those of %s', ([, { script, shown, programs = [] }], { skip }) => {
    if (!isPossible(...programs)) skip(`this needs root, a machine that can mount, and ${programs.join()}`)
    expect(shownBy(script)).toEqual(shown)
  })

  it('are all that the list of tried blocks says', () => {
    for (const [page, opened] of Object.entries({
      'README.md': readme,
      'docs/administration.md': administration,
      'docs/production.md': production,
    }))
      expect(opened.taken()).toEqual(playedBy(PRODUCTION, page))
  })
})
