import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createCatalogClient, listForm, type UploadFile } from '../src/client/client.ts'

/*
 * Fills a running server with a dozen lists, their revisions and three authors, for a first look at the site. Run
 * `npm run demo` in the server's folder, with the server's settings. Set CATALOG_URL if the server is not at
 * http://localhost:3000.
 */

const baseUrl = process.env.CATALOG_URL ?? 'http://localhost:3000'
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

type Mods = Record<string, readonly string[]>

const SKYRIM: Mods = {
  Utilities: ['SKSE64', 'Address Library for SKSE Plugins', 'SkyUI', 'powerofthree’s Tweaks', 'ConsoleUtilSSE NG'],
  Fixes: ['Unofficial Skyrim Special Edition Patch', 'SSE Engine Fixes', 'Bug Fixes SSE', 'Scrambled Bugs'],
  Visuals: ['SMIM', 'Skyland AIO', 'Cathedral Weathers', 'Enhanced Lights and FX', 'Ruins Clutter Improved'],
  Survival: ['Campfire', 'Frostfall', 'iNeed', 'Sunhelm Survival'],
  Quests: ['Legacy of the Dragonborn', 'Interesting NPCs', 'The Forgotten City', 'Wyrmstooth'],
}
const FALLOUT: Mods = {
  Utilities: ['F4SE', 'Address Library for F4SE Plugins', 'Mod Configuration Menu', 'Buffout 4'],
  Fixes: ['Unofficial Fallout 4 Patch', 'High FPS Physics Fix', 'PRP'],
  Settlements: ['Place Everywhere', 'Sim Settlements 2', 'Homemaker'],
}
const STARFIELD: Mods = {
  Utilities: ['SFSE', 'Address Library for SFSE Plugins', 'Plugins.txt Enabler'],
  Interface: ['StarUI Inventory', 'StarUI HUD', 'Compact Crew Menu'],
}

interface Demo {
  name: string
  game: number
  description: string
  author?: string
  expires?: '3d' | '1w'
  mods: Mods
  /** Mods of the list that are switched off. */
  off?: readonly string[]
  settings?: string
  /** Later versions, oldest first. */
  updates?: readonly { version: string; mods: Mods; off?: readonly string[] }[]
}

const without = (mods: Mods, ...names: string[]): Mods =>
  Object.fromEntries(Object.entries(mods).map(([group, all]) => [group, all.filter((name) => !names.includes(name))]))

const ini = (width: number) => `[Display]\r\niSize W=${width}\r\niSize H=${(width * 9) / 16}\r\nbFull Screen=0\r\n`

const LISTS: readonly Demo[] = [
  {
    name: 'Northern Roads',
    game: 4,
    author: 'Vilja',
    description: 'A calm survival list for a first playthrough. Guide: https://example.com/northern-roads',
    mods: without(SKYRIM, 'Frostfall', 'Wyrmstooth'),
    settings: ini(1920),
    updates: [
      { version: '1.1', mods: without(SKYRIM, 'Wyrmstooth') },
      { version: '1.2', mods: SKYRIM, off: ['Enhanced Lights and FX'] },
    ],
  },
  {
    name: 'It crashes at the start',
    game: 4,
    expires: '1w',
    description: 'Crash to desktop after the logo since yesterday. What did I break?',
    mods: { ...without(SKYRIM, 'Address Library for SKSE Plugins', 'SSE Engine Fixes'), Trial: ['Lively Trees'] },
    off: ['SkyUI'],
    settings: ini(2560),
  },
  {
    name: 'It works again',
    game: 4,
    expires: '1w',
    description: 'The same profile after an evening of tidying.',
    mods: SKYRIM,
    settings: ini(1920),
  },
  {
    name: 'Quiet Skyrim',
    game: 4,
    author: 'Ingrid',
    description: 'Visuals only.',
    mods: { Visuals: SKYRIM.Visuals ?? [] },
  },
  {
    name: 'Dragonborn Museum',
    game: 4,
    author: 'Ingrid',
    description: 'Everything for the museum.',
    mods: SKYRIM,
    off: ['iNeed'],
  },
  { name: 'VR basics', game: 5, description: 'The smallest set for VR.', mods: { Fixes: SKYRIM.Fixes ?? [] } },
  {
    name: 'Sanctuary Builder',
    game: 8,
    author: 'Preston',
    description: 'Settlements first.',
    mods: without(FALLOUT, 'Homemaker'),
    updates: [{ version: '2.0', mods: FALLOUT, off: ['Place Everywhere'] }],
  },
  { name: 'My List', game: 8, expires: '3d', description: '', mods: FALLOUT },
  { name: 'My List', game: 8, expires: '3d', description: '', mods: without(FALLOUT, 'PRP') },
  {
    name: 'Stable Wasteland',
    game: 7,
    author: 'Preston',
    description: 'Fixes only.',
    mods: { Fixes: ['NVSE', 'JIP LN NVSE', 'YUP'] },
  },
  { name: 'Starter pack', game: 30, author: 'Vilja', description: 'Interface and nothing else.', mods: STARFIELD },
  {
    name: 'Starfield, day one',
    game: 30,
    expires: '1w',
    description: 'Before the update.',
    mods: without(STARFIELD, 'StarUI HUD'),
  },
]

const run = promisify(execFile)

/** Creates a user, unless the name exists, and returns a new token. */
async function tokenOf(author: string): Promise<string> {
  await run(process.execPath, [CLI, 'user', 'create', author]).catch(() => undefined)
  const { stdout } = await run(process.execPath, [CLI, 'token', 'create', author, '--abilities', 'create,update'])
  return stdout.trim()
}

/** Returns the files of a profile in the format of a mod manager. */
function filesOf(mods: Mods, off: readonly string[], settings?: string): UploadFile[] {
  const groups = Object.entries(mods).filter(([, names]) => names.length > 0)
  const lines = groups.flatMap(([group, names]) => [
    ...names.map((name) => `${off.includes(name) ? '-' : '+'}${name}`),
    `-${group}_separator`,
  ])
  const plugins = groups.flatMap(([, names]) => names.map((name) => `${off.includes(name) ? '' : '*'}${name}.esp`))
  const heading = '# This file was automatically generated by Mod Organizer.'
  return [
    { name: 'modlist.txt', content: `${[heading, ...lines].join('\r\n')}\r\n` },
    { name: 'plugins.txt', content: `${plugins.join('\r\n')}\r\n` },
    ...(settings === undefined ? [] : [{ name: 'skyrimprefs.ini', content: settings }]),
  ]
}

const authors = [...new Set(LISTS.flatMap(({ author }) => author ?? []))]
const tokens = new Map<string, string>()
for (const author of authors) tokens.set(author, await tokenOf(author))

for (const { name, game, description, author, expires, mods, off = [], settings, updates = [] } of LISTS) {
  const token = author === undefined ? undefined : tokens.get(author)
  const client = createCatalogClient({ baseUrl, ...(token !== undefined && { token }) })
  const fields = { name, game, description, ...(expires !== undefined && { expires }) }
  const first = { ...fields, ...(updates.length > 0 && { version: '1.0' }) }
  const body = await listForm(first, filesOf(mods, off, settings))
  const { data, error } = await client.POST('/v1/lists', { body })
  if (data === undefined) throw new Error(`${name}: ${error.message}`)
  for (const { version, mods, off = [] } of updates) {
    const body = await listForm({ ...fields, version }, filesOf(mods, off, settings))
    const params = { path: { slug: data.data.slug } }
    const { error } = await client.PUT('/v1/lists/{slug}', { params, body })
    if (error !== undefined) throw new Error(`${name} ${version}: ${error.message}`)
  }
}
console.log(`Uploaded ${LISTS.length} lists by ${authors.length} authors and anonymously. See ${baseUrl}/lists`)
