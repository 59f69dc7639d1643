import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns the absolute path of a file of the project. */
export const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** Returns the text of a file of the project. */
export const read = (name: string) => readFileSync(path(name), 'utf8')
