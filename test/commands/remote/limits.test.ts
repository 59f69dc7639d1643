import { describe, expect } from 'vitest'
import { runIn } from '../../support/commands/run.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { listen } from '../../support/requests/listen.ts'
import { serve } from '../../support/requests/wire.ts'
import { clientOf, folderOf, uploadOf } from './terminal.ts'

const iniFiles = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}.ini`, 'x']))

describe('the limits of uploads', () => {
  it.for([
    [{ maxFiles: 8, maxFileBytes: 1000, maxBodyBytes: 2 ** 20 }, 8],
    [{ maxFiles: 48, maxFileBytes: 1000, maxBodyBytes: 2 ** 20 }, 40],
  ] as const)(
    'are those of the server for upload and update: %j',
    async ([upload, files], { catalog, api, signIn }) => {
      const environment = { ...clientOf(await serve(catalog, { upload })), CATALOG_TOKEN: await signIn('Ada') }
      const folder = await folderOf({ ...iniFiles(40), 'huge.ini': Buffer.alloc(1001, 'x') })
      for (const args of [uploadOf(folder), ['update', 'mine', folder]]) {
        const { status, complained } = await runIn(environment, ...args)
        expect([args[0], status, complained]).toEqual([args[0], 0, expect.stringContaining(`${files} files`)])
        expect(complained).toContain('skipped: 1,001 bytes, the limit is 1,000 bytes')
      }
      const { body } = await api.get('/v1/lists/mine').expect(200)
      expect(body.data.files).toHaveLength(files)
    },
  )

  it.for([
    ['{"name":"mod-list-catalog","version":"0.1.0"}'],
    ['<p>A page'],
    ['{"limits":{"max_files":"many"}}'],
  ] as const)('are the defaults if the server answers %s', async ([answer], { db }) => {
    const older = await listen((_, response) => void response.end(answer))
    const { complained } = await runIn(clientOf(older), ...uploadOf(await folderOf(iniFiles(40))))
    expect(complained).toContain('32 files')
    expect((await storedRows(db)).lists).toEqual([])
  })
})
