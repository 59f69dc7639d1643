/*
 * The two forms of plugins.txt. In the asterisk form, an asterisk marks the plugins that are on, and the game's own
 * plugins have no line. In the presence form of older games, the plugins that are on have a line.
 */

/**
 * What decides about the form: `asterisks` means that the game always uses them, `content` that the file has the
 * asterisk form if it has one, and `guess` that the names of newer games decide, too, because the game is unknown.
 */
export type PluginForm = 'asterisks' | 'content' | 'guess'

/** The games that always use asterisks, in addresses of Nexus Mods. The games in VR share the addresses. */
const ASTERISK_GAMES = new Set(['skyrimspecialedition', 'fallout4', 'enderalspecialedition', 'starfield'])

/** The games that load plugins by the dates of their files, in addresses of Nexus Mods. */
const GAMES_BY_DATE = new Set(['morrowind', 'oblivion', 'fallout3', 'newvegas'])

/** Reports whether a game loads plugins by the dates of their files instead of a list. */
export const loadsByDate = (domain: string | null): boolean => domain !== null && GAMES_BY_DATE.has(domain)

/** Returns what decides about the form in lists of a game; `undefined` is an unknown game. */
export function pluginFormOf(domain: string | null | undefined): PluginForm {
  if (domain === undefined) return 'guess'
  return domain !== null && ASTERISK_GAMES.has(domain) ? 'asterisks' : 'content'
}

/** Matches a key of a plugin that only newer games have: light plugins, the Creation Club, and official plugins. */
const NEWER = /\.esl$|^cc\w*\d{3}-.*\.esm$|^(?:dlcrobot|fallout4|starfield)\.esm$/

/** Reports whether a key is that of a plugin that only newer games have. */
export const isOfNewerGame = (key: string): boolean => NEWER.test(key)
