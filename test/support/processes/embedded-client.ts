import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'

// Has a lease on the database of the folder in its argument until it is told to release it.
const [, , dataDir = ''] = process.argv
const tell = (message: object) => process.send?.(message)

try {
  const { url, release } = await openEmbeddedDatabase(dataDir, { fsync: false, log: (line) => tell({ line }) })
  process.on('message', () => void release().then(() => process.disconnect()))
  tell({ url })
} catch (error) {
  tell({ error: String(error) })
  process.disconnect()
}
