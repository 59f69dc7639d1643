// Writes the client's types from the application's OpenAPI document. Part of `npm run generate`.
import { rename, writeFile } from 'node:fs/promises'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { appWithoutDatabase } from './app.ts'

// openapi-typescript needs the API of TypeScript 5, which TypeScript 7 no longer has.
const api = JSON.stringify(new URL('./typescript-api.js', import.meta.url).href)
const resolve = `export const resolve = (name, context, next) =>
  name === 'typescript' ? { url: ${api}, shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(resolve)}`)
const { default: openapiTypes, astToString } = await import('openapi-typescript')
const { ts } = await import('@ts-morph/common')

const app = await appWithoutDatabase()
// Without the examples, which would make up most of the text.
const document = JSON.stringify(app.swagger(), (key, value) => (key === 'example' ? undefined : value))
await app.close()

const blob = ts.factory.createTypeReferenceNode('Blob')
const types = await openapiTypes(document, {
  transform: ({ format }) => (format === 'binary' ? (blob as never) : undefined),
})
const path = fileURLToPath(new URL('../src/client/api-types.ts', import.meta.url))
await writeFile(
  `${path}.${process.pid}`,
  `// Written by npm run generate from the OpenAPI document.\n${astToString(types)}`,
)
await rename(`${path}.${process.pid}`, path) // atomic: readers see the old or the new file
