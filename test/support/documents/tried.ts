/** The test that plays the shell commands of docs/operating.md on a copy of the machine. */
export const OPERATING = 'test/project/operating-commands.slow.test.ts'
/** The test that plays those of the other pages for operators there. */
export const PRODUCTION = 'test/project/production-commands.slow.test.ts'

const SMOKE = 'test/smoke.sh'
const DEMO = 'test/project/demo.slow.test.ts'

/**
 * How each block of a page is tried: a file of test/ plays it as it is written, or test/project/blocks.test.ts has it
 * read by the program that it is for. `shell` is only the syntax, and that commands and options of this project exist.
 */
export const TRIED: Record<string, Record<string, string>> = {
  'README.md': {
    'Mod list catalog, sh 1': 'shell',
    'Mod list catalog, sh 2': PRODUCTION,
    'Five minutes of use, sh 1': DEMO,
    'Five minutes of use, sh 2': SMOKE,
    'Five minutes of use, sh 3': 'shell',
  },
  'docs/accounts.md': { 'Providers, ini 1': 'settings' },
  'docs/administration.md': {
    'Administration, sh 1': 'shell',
    'Games, sh 1': PRODUCTION,
    'Backups, sh 1': PRODUCTION,
  },
  'docs/api.md': {
    'Changing parts of a list, sh 1': 'shell',
    'Owner keys, sh 1': 'shell',
    'Moderation, sh 1': 'shell',
  },
  'docs/command-line.md': {
    'The command line, sh 1': 'shell',
    'The command line, sh 2': 'shell',
    'A crash log, sh 1': 'shell',
  },
  'docs/curl.md': {
    'With an API token, sh 1': SMOKE,
    'A crash log, sh 1': SMOKE,
    'With an owner key, sh 1': SMOKE,
  },
  'docs/operating.md': {
    'Install, sh 1': OPERATING,
    'Install, ini 1': OPERATING,
    'Install, sh 2': OPERATING,
    'TLS, caddyfile 1': 'caddy',
    'Commands, sh 1': OPERATING,
    'The first people, sh 1': OPERATING,
    'Backups, sh 1': OPERATING,
    'Upgrades, and the way back, sh 1': OPERATING,
    'Upgrades, and the way back, sh 2': OPERATING,
    'Docker Compose instead of a package, sh 1': OPERATING,
    'Docker Compose instead of a package, sh 2': OPERATING,
    'Docker Compose instead of a package, sh 3': OPERATING,
    'Signing in by Google and others, ini 1': 'settings',
    'nginx instead of Caddy, sh 1': 'shell',
    'nginx instead of Caddy, nginx 1': 'nginx',
    'nginx instead of Caddy, sh 2': 'shell',
    'Restoring a backup, sh 1': OPERATING,
    'Restoring a backup, sh 2': OPERATING,
    'Restoring a backup, sh 3': OPERATING,
    "Moving to Debian's PostgreSQL, sh 1": OPERATING,
    'What to watch, yaml 1': 'prometheus',
    'When a list is reported, sh 1': OPERATING,
    'When somebody floods the site, sh 1': OPERATING,
    'When somebody wants their data deleted, sh 1': OPERATING,
    'When the disk is full, sh 1': OPERATING,
  },
  'docs/performance.md': { 'Measured, sh 1': 'shell' },
  'docs/production.md': {
    'With your own PostgreSQL, sh 1': PRODUCTION,
    'With Docker, sh 1': PRODUCTION,
  },
  'docs/releasing.md': { 'What a release has, sh 1': 'shell' },
  'docs/scale.md': {
    'The steps, nginx 1': 'upstream',
  },
}

/** The configurations of the project, and the program that reads each. */
export const TRIED_FILES: Record<string, string> = {
  '.github/workflows/ci.yml': 'actionlint',
  '.github/workflows/release.yml': 'actionlint',
  Dockerfile: 'hadolint',
  'deploy/alerts.yml': 'rules',
  'docker-compose.yml': 'compose',
  'docs/mod-list-catalog.service': 'systemd',
}

/** Returns the names of the blocks of a page that a test plays. */
export const playedBy = (test: string, page: string): string[] =>
  Object.entries(TRIED[page] ?? {}).flatMap(([name, how]) => (how === test ? [name] : []))
