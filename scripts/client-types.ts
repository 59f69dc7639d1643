// Prints the types of the client, from the OpenAPI document of the application: npm run client:types.
import { register } from 'node:module'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { createDiffer } from '../src/compare/differ.ts'
import { loadConfig, urlsOf } from '../src/config.ts'
import { openDatabase } from '../src/db/client.ts'

// openapi-typescript writes its text by the interface that TypeScript 7 no longer has.
const api = JSON.stringify(new URL('./typescript-api.js', import.meta.url).href)
const resolve = `export const resolve = (name, context, next) =>
  name === 'typescript' ? { url: ${api}, shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(resolve)}`)
const { default: openapiTypes, astToString } = await import('openapi-typescript')
const { ts } = await import('@ts-morph/common')

const config = loadConfig({})
const db = openDatabase('postgresql://127.0.0.1:1/never-asked')
const differ = createDiffer({ cacheBytes: 1, maxQueue: 1 })
const app = await buildApp(
  { db, clock: () => new Date(), urls: urlsOf(config, config.port), edition: '', maxRevisions: 1, differ },
  { ...config, maxDelay: 0, logger: pino({ level: 'silent' }) },
)
await app.ready()
// The examples would make up most of the text.
const document = JSON.stringify(app.swagger(), (key, value) => (key === 'example' ? undefined : value))
await app.close()
await differ.close()

const blob = ts.factory.createTypeReferenceNode('Blob')
const types = await openapiTypes(document, {
  transform: ({ format }) => (format === 'binary' ? (blob as never) : undefined),
})
process.stdout.write(`// Written by npm run client:types from the OpenAPI document.\n${astToString(types)}`)
