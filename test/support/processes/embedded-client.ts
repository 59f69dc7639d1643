import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'

// Keeps the embedded database of the folder in its argument open until it gets a message.
const [, , dataDir = ''] = process.argv
const notify = (message: object) => process.send?.(message)

try {
  const { url, release } = await openEmbeddedDatabase(dataDir, { log: (line) => notify({ line }) })
  process.on('message', () => void release().then(() => process.disconnect()))
  notify({ url })
} catch (error) {
  notify({ error: String(error) })
  process.disconnect()
}
