/** Returns the command that goes on with the search in a folder, or undoes it, so that it can be pasted into a shell. */
export const commandFor = (what: 'continue' | 'undo', folder: string): string =>
  `culprit --${what} ${shellWord(folder, process.platform)}`

/** Says how an open search can go on or end. */
export const waysOut = (folder: string): string =>
  `Go on with ${commandFor('continue', folder)}, or put the first files back with ${commandFor('undo', folder)}.`

/** Says what to do with a search whose undoing was interrupted. */
export const beingUndone = (folder: string): string =>
  `The search in ${folder} is being undone. Run ${commandFor('undo', folder)} again.`

/** Returns a path as one word of a shell: PowerShell and cmd on Windows, else a shell of POSIX. */
export function shellWord(path: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return /^[\w.:/\\-]+$/.test(path) ? path : `"${path}"` // a path can't have a double quote
  return /^[\w.:/@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
