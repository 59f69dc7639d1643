/*
 * The two forms of plugins.txt. In the asterisk form, an asterisk marks the plugins that are on, and the game's own
 * plugins have no line. In the presence form of older games, the plugins that are on have a line.
 */

/**
 * What decides about the form: `asterisks` means that the game always uses them, `content` that the file has the
 * asterisk form if it has one, and `guess` that the names of newer games decide, too, because the game is unknown.
 */
export type PluginForm = 'asterisks' | 'content' | 'guess'

/** Matches a key of a plugin that only newer games have: light plugins, the Creation Club, and official plugins. */
const NEWER = /\.esl$|^cc\w*\d{3}-.*\.esm$|^(?:dlcrobot|fallout4|starfield)\.esm$/

/** Reports whether a key is that of a plugin that only newer games have. */
export const isOfNewerGame = (key: string): boolean => NEWER.test(key)
