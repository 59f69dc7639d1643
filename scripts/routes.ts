// Writes the table of routes into docs/architecture.md and prints it: npm run routes.
import { readFile, writeFile } from 'node:fs/promises'
import { routeTable } from './route-table.ts'

const path = new URL('../docs/architecture.md', import.meta.url)
const table = await routeTable()
const text = await readFile(path, 'utf8')
await writeFile(path, text.replace(/(?<=<!-- routes -->\n)[\s\S]*(?=<!-- end of routes -->)/, table))
process.stdout.write(table)
