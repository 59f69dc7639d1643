import { listen } from '../../../support/requests/listen.ts'
import { clientOf } from '../terminal.ts'

const TIME = '2026-11-20T08:30:00.123000Z'

const WORKS = {
  'modlist.txt': ['+SkyUI', '+Moved', '+Frostfall', '+Campfire'],
  'plugins.txt': ['*B.esp', '*A.esp'],
}

/** A profile that lacks a mod, and has another in the wrong place; and its files after everything was applied. */
export const CRASHES = { 'modlist.txt': '+Moved\r\n+SkyUI\r\n-Campfire\r\n', 'plugins.txt': '*A.esp\n*B.esp\n' }
export const APPLIED = {
  'modlist.txt': '+SkyUI\r\n+Moved\r\n+Frostfall\r\n+Campfire\r\n',
  'plugins.txt': '*B.esp\n*A.esp\n',
}

/** Starts a server with one list, and returns the environment of its clients. */
export async function serveList(): Promise<Record<string, string>> {
  const fileOf = ([clean_name, content]: [string, string[]]) => ({
    ...{ name: `abc-${clean_name}`, clean_name, bytes: 40, content, created: TIME, updated: TIME },
  })
  const list = {
    ...{ slug: 'it-works', name: 'It works', version: null, description: null },
    ...{ website: null, discord: null, readme: null },
    ...{ private: false, expires: null, author: null, url: '/v1/lists/it-works' },
    ...{ created: TIME, updated: TIME },
    game: { id: 4, name: 'TESV Skyrim SE', lists_count: null },
    links: { self: 'http://127.0.0.1/v1/lists/it-works', url: '/lists/it-works' },
    files: Object.entries(WORKS).map(fileOf),
  }
  return clientOf(await listen((_, response) => response.end(JSON.stringify({ data: list }))))
}
