import { pino } from 'pino'
import { type AppOptions, buildApp } from '../src/app.ts'
import { createDiffer } from '../src/compare/differ.ts'
import { loadConfig, urlsOf } from '../src/config.ts'
import { openDatabase } from '../src/db/client.ts'

/** Builds the application with default settings and without a database, for what only its routes tell. */
export async function appWithoutDatabase(options: Pick<AppOptions, 'onRoute'> = {}) {
  const config = loadConfig({})
  const db = openDatabase('postgresql://127.0.0.1:1/never-asked')
  const differ = createDiffer({ cacheBytes: 1, maxQueue: 1 })
  const app = await buildApp(
    { db, clock: () => new Date(), urls: urlsOf(config, config.port), maxRevisions: 1, differ },
    { ...config, logger: pino({ level: 'silent' }), ...options },
  )
  app.addHook('onClose', () => differ.close())
  await app.ready()
  return app
}
