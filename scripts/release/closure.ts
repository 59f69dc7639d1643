import { readFile } from 'node:fs/promises'

/** A package in package-lock.json, by its path. */
interface Locked {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

/** Returns a package by its path. Throws if the lock file has none. */
function locked(path: string): Locked {
  const found = packages[path]
  if (found === undefined) throw new Error(`package-lock.json has no ${path}.`)
  return found
}

/** Returns the paths of packages and of all that they depend on, outermost folders only. */
export function withDependencies(names: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    for (const name of Object.keys(locked(path).dependencies ?? {})) visit(placeOf(name, path))
  }
  for (const name of names) visit(`node_modules/${name}`)
  return [...found].filter((path) => path.lastIndexOf('node_modules/') === 0).sort()
}

/** Returns the path of the package that another one gets by a name, as Node looks it up. */
function placeOf(name: string, from: string): string {
  const inside = `${from}/node_modules/${name}`
  if (inside in packages) return inside
  const outer = from.lastIndexOf('/node_modules/')
  return outer === -1 ? `node_modules/${name}` : placeOf(name, from.slice(0, outer))
}

/** Returns the locked versions of packages, as a manifest has them. */
export const versionsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, locked(`node_modules/${name}`).version]))

/** Returns the names of the packages that a package has for single platforms. */
export const platformsOf = (name: string) => Object.keys(locked(`node_modules/${name}`).optionalDependencies ?? {})
