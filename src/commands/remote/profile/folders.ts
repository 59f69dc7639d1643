import { isAbsolute, relative, sep } from 'node:path'

/** Returns whether a path is in a folder. Links in both must be resolved. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
