import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { it } from '../support/backup.ts'
import { printedBy, run } from '../support/commands/run.ts'
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

  it('neither follows nor changes a link or a file with the name FILE.part', async ({ api, file, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const victim = join(dirname(file), 'victim')
    await writeFile(victim, 'precious')
    await symlink(victim, `${file}.part`)
    expect(await printedBy(url, 'export', file)).toBe(EXPORTED)

    expect(await readFile(victim, 'utf8')).toBe('precious')
    expect((await lstat(file)).isFile()).toBe(true)
    expect((await readdir(dirname(file))).sort()).toEqual(['catalog.backup', 'catalog.backup.part', 'victim'])
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

  it('writes into a named pipe, and leaves it a pipe', async ({ api, file, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    execFileSync('mkfifo', [file])
    const [printed, read] = await Promise.all([printedBy(url, 'export', file), readFile(file)])

    expect(printed).toBe(EXPORTED)
    expect(gunzipSync(read).toString()).toContain('"format":"mod-list-catalog backup"')
    expect((await lstat(file)).isFIFO()).toBe(true)
  })

  it('writes into a device such as /dev/null, and leaves it a device', async ({ api, file, url }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    // The test uses a link, so that a faulty build replaces the link and not the machine's device.
    await symlink('/dev/null', file)
    expect(await printedBy(url, 'export', file)).toBe(EXPORTED)
    expect((await stat(file)).isCharacterDevice()).toBe(true)
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
  })

  it('reports a path that cannot be written, and leaves the old backup and nothing else', async ({
    db: _,
    file,
    url,
  }) => {
    await printedBy(url, 'export', file)
    const before = await readFile(file)
    const circle = join(dirname(file), 'circle')
    await symlink('circle', circle)
    for (const path of [join(file, 'no folder'), dirname(file), join(dirname(file), 'missing', 'x'), circle]) {
      const { status, printed, complained } = await run(url, 'export', path)
      expect([status, printed]).toEqual([1, ''])
      expect(complained).toMatch(/^\S.* can't be used: (ENOENT|ENOTDIR|EISDIR|ELOOP)[^\n]*$/)
    }
    expect((await readdir(dirname(file))).sort()).toEqual(['catalog.backup', 'circle'])
    expect(await readFile(file)).toEqual(before)
  })
})
