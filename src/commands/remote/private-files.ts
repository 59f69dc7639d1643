import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { removeLeftoversIn } from './leftovers.ts'

/** Names this run of the program, because the id of its process may be that of an earlier one. */
const RUN = randomUUID()
const PART = /^([1-9]\d*)\.[\w-]+\.part$/

/**
 * Writes JSON to a file that only the user can read, in a folder that only the user can open. A complete file is renamed
 * into place. Files that a killed run has left halfway are removed.
 */
export async function writePrivate(path: string, value: unknown): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700) // for an existing folder, which mkdir leaves as it is
  await removeLeftoversIn(folder, PART, (name) => name.includes(RUN))
  const part = join(folder, `${process.pid}.${RUN}_${randomUUID()}.part`)
  try {
    await writeFile(part, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The variables that name a folder of the user, and where it is by default. */
interface UserFolder {
  xdg: string
  windows: string
  home: readonly string[]
  windowsHome: readonly string[]
}

const CONFIGURATION: UserFolder = {
  ...{ xdg: 'XDG_CONFIG_HOME', home: ['.config'] },
  ...{ windows: 'APPDATA', windowsHome: ['AppData', 'Roaming'] },
}
const STATE: UserFolder = {
  ...{ xdg: 'XDG_STATE_HOME', home: ['.local', 'state'] },
  ...{ windows: 'LOCALAPPDATA', windowsHome: ['AppData', 'Local'] },
}

/**
 * Returns the user's configuration folder: %APPDATA% on Windows, else by XDG. A path that is not absolute is ignored,
 * because it would lead into the working folder. Undefined if the user has no home folder.
 */
export const configurationFolder = (
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  homeOfUser = systemHome,
): string | undefined => userFolder(CONFIGURATION, environment, platform, homeOfUser)

/** Returns the folder where programs keep their state: %LOCALAPPDATA% on Windows, else by XDG, like configurationFolder. */
export const stateFolder = (
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  homeOfUser = systemHome,
): string | undefined => userFolder(STATE, environment, platform, homeOfUser)

function userFolder(
  { xdg, windows, home, windowsHome }: UserFolder,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  homeOfUser: () => string | undefined,
): string | undefined {
  const isWindows = platform === 'win32'
  const named = environment[isWindows ? windows : xdg]
  if (named && (isWindows || isAbsolute(named))) return named
  const { HOME } = environment
  const folder = HOME && isAbsolute(HOME) ? HOME : homeOfUser()
  return folder === undefined ? undefined : join(folder, ...(isWindows ? windowsHome : home))
}

/** Returns the home folder by the system's list of users. Undefined if the user is not in it, as in some containers. */
function systemHome(): string | undefined {
  try {
    const { homedir } = userInfo()
    return isAbsolute(homedir) ? homedir : undefined
  } catch {
    return undefined
  }
}
