import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { path } from '../project.ts'

/** Where Debian installs programs; the PATH of an ordinary user lacks the second folder. */
const PATH = `${process.env.PATH}:/usr/sbin`

interface Tool {
  /** The command that shows whether the program is installed. */
  installed: string[]
  /** The name of the file that it reads, in a folder of its own. */
  file: string
  /** The command that reads the file. */
  command: string[]
  /** Makes a whole configuration of the part that a page shows. */
  whole?(text: string): string
}

/** The `http` section of nginx that an ordinary user can try, with this text. */
const inNginx = (text: string) => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
  const unprivileged = text.replace('listen 80;', 'listen 8080;') // -t opens the port, too
  return `error_log stderr; pid nginx.pid; events {} http { access_log off; ${temporary.join(' ')} ${unprivileged}}`
}

const nginx = {
  installed: ['nginx', '-v'],
  file: 'nginx.conf',
  command: ['nginx', '-t', '-p', '.', '-c', 'nginx.conf'],
}

/** The programs that read the configurations of the pages and of the project. */
export const TOOLS: Record<string, Tool> = {
  caddy: {
    installed: ['caddy', 'version'],
    file: 'Caddyfile',
    command: ['caddy', 'validate', '--config', 'Caddyfile', '--adapter', 'caddyfile'],
  },
  nginx: { ...nginx, whole: inNginx },
  upstream: {
    ...nginx,
    whole: (text) => inNginx(`${text} server { listen 8080; location / { proxy_pass http://catalog; } }`),
  },
  prometheus: {
    installed: ['promtool', '--version'],
    file: 'prometheus.yml',
    command: ['promtool', 'check', 'config', 'prometheus.yml'],
    whole: (text) => text.replace('/opt/mod-list-catalog/', path('.')),
  },
  rules: {
    installed: ['promtool', '--version'],
    file: 'alerts.yml',
    command: ['promtool', 'check', 'rules', 'alerts.yml'],
  },
  compose: {
    installed: ['docker', 'compose', 'version'],
    file: 'docker-compose.yml',
    command: ['env', 'POSTGRES_PASSWORD=secret', 'docker', 'compose', 'config', '--quiet'],
  },
  hadolint: { installed: ['hadolint', '--version'], file: 'Dockerfile', command: ['hadolint', 'Dockerfile'] },
  actionlint: { installed: ['actionlint', '-version'], file: 'workflow.yml', command: ['actionlint', 'workflow.yml'] },
  systemd: {
    installed: ['systemd-analyze', '--version'],
    file: 'mod-list-catalog.service',
    command: ['systemd-analyze', 'verify', './mod-list-catalog.service'],
    whole: (text) => text.replace('/usr/bin/node', process.execPath),
  },
}

/** Reports whether the program of a tool is installed. */
export function isInstalled({ installed: [program = '', ...args] }: Tool): boolean {
  return spawnSync(program, args, { env: { PATH } }).status === 0
}

/** Returns what a tool finds wrong in a text; '' if it is right. */
export async function problemsOf({ file, command, whole }: Tool, text: string): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'configuration-'))
  writeFileSync(join(cwd, file), whole?.(text) ?? text)
  const [program = '', ...args] = command
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env: { PATH, HOME: cwd }, encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}
