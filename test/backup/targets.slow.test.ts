import { chmod, mkdir, readdir, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect } from 'vitest'
import { it } from '../support/backup.ts'
import { printedBy } from '../support/commands/run.ts'
import { fillList } from '../support/requests/forms.ts'

const EXPORTED = 'Exported 0 users, 0 tokens, 1 list and 1 file.'
const IMPORTED = EXPORTED.replace('Exported', 'Imported')

describe('export', () => {
  it('writes a whole backup when two exports to one file run at the same time', async ({ api, empty, file, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const both = await Promise.all([printedBy(url, 'export', file), printedBy(url, 'export', file)])

    expect(both).toEqual([EXPORTED, EXPORTED])
    expect(await readdir(dirname(file))).toEqual(['catalog.backup'])
    expect(await printedBy(empty.url, 'import', file)).toBe(IMPORTED)
  })

  it('creates a backup that only its owner can read, even if it replaces a file that everyone can read', async ({
    api,
    file,
    url,
  }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    await writeFile(file, 'old')
    await chmod(file, 0o666)
    await printedBy(url, 'export', file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it.for([
    ['exists', 'old'],
    ['does not exist yet', undefined],
  ] as const)(
    'replaces the file that a symbolic link leads to if that %s, and keeps the link',
    async ([, before], { api, empty, file, url }) => {
      await fillList(api.post('/v1/lists')).expect(201)
      const target = join(dirname(file), 'elsewhere', 'real.backup')
      await mkdir(dirname(target))
      if (before !== undefined) await writeFile(target, before)
      await symlink(join('elsewhere', 'real.backup'), file)
      expect(await printedBy(url, 'export', file)).toBe(EXPORTED)

      expect(await readlink(file)).toBe(join('elsewhere', 'real.backup'))
      expect(await readdir(dirname(target))).toEqual(['real.backup'])
      expect(await printedBy(empty.url, 'import', target)).toBe(IMPORTED)
    },
  )
})
