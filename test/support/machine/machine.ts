import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openPage } from '../documents/blocks.ts'
import { programsFolder } from '../processes/programs-folder.ts'
import { path } from '../project.ts'

/** Returns the shell commands that write a text into a file. */
const write = (file: string, text: string) => `cat > ${file} << 'END'\n${text}END\n`

/** Saves a text as a file, as an operator does with an editor, and makes it executable. */
export const save = (file: string, text: string) => `${write(file, text)}chmod 755 ${file}\n`

/** Runs a block in a new shell of root, which stops at the first command that fails. */
export const block = (text: string) => `bash -euxo pipefail << 'END'\n${text}END\n`

/** What the scripts below use: uploads, and the names of all lists. */
const HELPERS = `set -euo pipefail
upload() {
  echo '+A mod' > /tmp/modlist.txt
  curl --silent --fail --output /dev/null -F "name=$1" -F game=4 -F description= -F 'files[]=@/tmp/modlist.txt' http://127.0.0.1:3000/v1/lists
}
names() { echo; curl --silent --fail 'http://127.0.0.1:3000/v1/lists?sort=created' | grep -o '"slug":"[^"]*"' | sort | tr '\\n' ' '; echo; }
`

/** Returns the script that installs the service by the lines of docs/operating.md. `take` returns blocks of that page. */
export const installed = ({ take }: Pick<ReturnType<typeof openPage>, 'take'> = openPage('docs/operating.md')) =>
  [
    HELPERS,
    block(take('Install, sh 1')),
    write('/etc/mod-list-catalog.env', take('Install, ini 1')),
    block(take('Install, sh 2')),
    save('/usr/local/bin/catalog', take('Commands, sh 1')),
  ].join('')

/** Runs a script on a throw-away copy of this machine. */
export function onBareMachine(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const namespaces = ['--mount', '--net', '--ipc', '--pid', '--fork', '--kill-child']
  const args = [...namespaces, path('test/support/machine/run.sh'), folder, path('.'), programsFolder()]
  return spawnSync('unshare', args, { input: script, encoding: 'utf8', maxBuffer: 2 ** 26 })
}

/** Reports whether such a copy can be made here, and these programs are installed. */
export const isPossible = (...programs: string[]) =>
  process.geteuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'ip', 'link', 'set', 'lo', 'up']).status === 0 &&
  onBareMachine('true').status === 0 &&
  programs.every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0)
