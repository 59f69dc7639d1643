/** Folder names that every installation of a mod manager has. */
const COMMON = /^(default|profiles?)$/i

/** Guesses a list's name from its folder's path: the last folder name that is not a common one. */
export const guessName = (path: readonly string[]): string => path.findLast((name) => !COMMON.test(name)) ?? 'My list'
