// Takes the pictures in docs/pictures/ with this machine's browser, of a server that demo.ts has filled. Run `npm run
// build`, then `npx tsx scripts/pictures.ts`.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const BROWSERS = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const FOLDER = 'docs/pictures'
const PORT = 4799
const url = `http://127.0.0.1:${PORT}`

async function report(slug: string, reason: string, text = ''): Promise<void> {
  const answer = await fetch(`${url}/v1/lists/${slug}/reports`, {
    method: 'POST',
    body: new URLSearchParams({ reason, text }),
  })
  if (answer.status !== 202) throw new Error(await answer.text())
}

/** Runs a program with the server's settings, and returns what it printed. */
function run(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('node', words, { env: environment, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const command = (...args: string[]) => run('dist/cli.js', ...args)

const htmlOf = async (path: string) => (await fetch(url + path, { headers: { accept: 'text/html' } })).text()

/** Returns the ticks of the first changes of a comparison. */
async function ticksOf(path: string): Promise<string> {
  const boxes = (await htmlOf(path)).matchAll(/name="take" value="([^"]*)"[^>]* aria-label="(?!all )/g)
  return [...boxes]
    .slice(0, 4)
    .map(([, ids]) => ids)
    .join('')
}

/** Returns answers that lead a search to its end: every set crashes. */
async function answersOf(path: string): Promise<string> {
  let answers = ''
  while ((await htmlOf(path + answers)).includes('Did it crash?')) answers += 'c'
  return answers
}

/** Takes a picture of the page of open cases, as a moderator. */
async function pictureCases(browser: Browser): Promise<void> {
  command('user', 'create', 'Mo')
  command('user', 'moderator', 'Mo')
  const link = command('user', 'sign-in', 'Mo').trim()
  await report('vr-basics', 'spam')
  await report('it-crashes-at-the-start', 'personal_data', 'The ini file has my name in a path.')
  const page = await browser.newPage({ colorScheme: 'light', viewport: { width: 1100, height: 500 } })
  await page.goto(link)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL(/\/account/)
  await page.goto(`${new URL(link).origin}/moderation`)
  await page.getByRole('link', { name: 'Moderation (2)' }).waitFor()
  await page.screenshot({ path: `${FOLDER}/moderation.png` })
}

const data = await mkdtemp(join(tmpdir(), 'pictures-'))
const environment = {
  ...process.env,
  DATA_DIR: data,
  PORT: String(PORT),
  PUBLIC_URL: '',
  WEBSITE_URL: '',
  DATABASE_URL: '',
  CATALOG_URL: url,
}
const server = spawn('node', ['dist/server.js'], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
try {
  const isUp = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 100))
  run('--import', 'tsx', 'scripts/demo.ts')

  const executablePath = BROWSERS.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error('Chromium was not found. Install it, or set CHROMIUM to its path.')
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  await mkdir(FOLDER, { recursive: true })
  const pair = 'it-crashes-at-the-start/it-works-again'
  const search = '/compare/it-works-again@1/it-crashes-at-the-start@1/culprit?answers=1wc'
  const pictures = [
    ['home', '/', 'light'],
    ['lists', '/lists', 'light'],
    ['list', '/lists/it-crashes-at-the-start', 'light'],
    ['comparison', `/compare/${pair}`, 'dark'],
    ['suggestion', `/compare/${pair}?take=${await ticksOf(`/compare/${pair}`)}`, 'light'],
    ['culprit', search, 'light'],
    ['found', `${search}${await answersOf(search)}`, 'light'],
    ['upload', '/upload', 'light'],
    ['analyse', '/analyse', 'light'],
    ['docs', '/docs', 'light'],
  ] as const
  for (const [name, path, colorScheme] of pictures) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1000, height: 640 } })
    await page.goto(url + path)
    await page.screenshot({ path: `${FOLDER}/${name}.png` })
  }
  await pictureCases(browser)
  await browser.close()
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  await rm(data, { recursive: true, force: true })
}
