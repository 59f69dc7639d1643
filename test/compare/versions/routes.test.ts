import { describe, expect } from 'vitest'
import type { Versions } from '../../../src/compare/schemas.ts'
import { it } from '../../support/it.ts'
import { bearer } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'

const files = (...mods: string[]) => ({ 'modlist.txt': mods.join('\n'), 'a.ini': '[a]\nb=1\n' })

describe('GET /v1/lists/{slug}/versions', () => {
  it('has the mods and plugins of each version, the newest first, and each entry once', async ({ api, clock }) => {
    const made = await fillList(api.post('/v1/lists'), { version: '1' }, files('+B', '-A', '-x_separator')).expect(201)
    const own = { Authorization: String(made.headers['owner-key']) }
    clock.advance(1_000)
    const changed = { ...files('+C', '+B', '-A'), 'plugins.txt': '*A.esp\nB.esp\n' }
    await fillList(api.put('/v1/lists/my-list').set(own), { version: '2' }, changed).expect(200)

    const { body, headers } = await api.get('/v1/lists/my-list/versions').expect(200)
    const mod = (name: string, enabled: boolean | null, separator: string | null = null, kind = 'mod') => ({
      ...{ kind, name, enabled, separator, version: null },
    })
    expect(body.data).toEqual({
      mods: [
        mod('A', false),
        mod('B', true),
        mod('C', true),
        mod('x', null, null, 'separator'),
        mod('A', false, 'x'),
        mod('B', true, 'x'),
      ],
      plugins: [
        { name: 'A.esp', enabled: true },
        { name: 'B.esp', enabled: false },
      ],
      versions: [
        { revision: 2, version: '2', mods: [0, 1, 2], plugins: [0, 1] },
        { revision: 1, version: '1', mods: [3, 4, 5], plugins: null },
      ],
    })
    await api.get('/v1/lists/my-list/versions').set('If-None-Match', String(headers.etag)).expect(304)
    await api.get('/v1/lists/nothing/versions').expect(404)
  })

  it('has versions that were private for the author alone', async ({ api, signIn }) => {
    const ada = bearer(await signIn('Ada'))
    await fillList(api.post('/v1/lists').set(ada), { version: '1' }, files('+A')).expect(201)
    await fillList(
      api.put('/v1/lists/my-list').set(ada),
      { version: '2', private: '1' },
      files('+A', '+Secret'),
    ).expect(200)
    await fillList(api.put('/v1/lists/my-list').set(ada), { version: '3' }, files('+A', '+B')).expect(200)
    const seenBy = async (who: Record<string, string>) => {
      const { body } = await api.get('/v1/lists/my-list/versions').set(who).expect(200)
      const { mods, versions } = body.data as Versions
      return [versions.map(({ version }) => version), mods.map(({ name }) => name).toSorted()]
    }
    expect(await seenBy({})).toEqual([
      ['3', '1'],
      ['A', 'B'],
    ])
    expect(await seenBy(ada)).toEqual([
      ['3', '2', '1'],
      ['A', 'B', 'Secret'],
    ])
    expect(await seenBy({})).toEqual([
      ['3', '1'],
      ['A', 'B'],
    ])
    expect(await seenBy(bearer(await signIn('Ben')))).toEqual([
      ['3', '1'],
      ['A', 'B'],
    ])
  })

  it('has at most fifty versions', async ({ api }) => {
    const made = await fillList(api.post('/v1/lists'), {}, files('+A')).expect(201)
    const own = { Authorization: String(made.headers['owner-key']) }
    for (let at = 0; at < 51; at++)
      await fillList(api.patch('/v1/lists/my-list').set(own), { version: `1.${at}` }, {}).expect(200)
    const { body } = await api.get('/v1/lists/my-list/versions').expect(200)
    expect(body.data.versions).toHaveLength(50)
    expect(body.data.versions[0].version).toBe('1.50')
  })
})

describe('by=separator of changes.md and changelog.md', () => {
  const BEFORE = {
    'modlist.txt': '+Gone\n+Off\n+Patch 1.0\n-Tools_separator\n+Alone\n',
    'mods.csv': '#Mod_Name,#Mod_Version\nOff,1\n',
  }
  const AFTER = {
    'modlist.txt': '+New\n-Off\n-Patch 1.1\n-Tools_separator\n+Alone\n+First\n',
    'mods.csv': '#Mod_Name,#Mod_Version\nOff,2\n',
  }

  it('puts the changes of mods under their separators, and refuses other values', async ({ api }) => {
    const made = await fillList(api.post('/v1/lists'), { name: 'One' }, BEFORE).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Two' }, AFTER).expect(201)
    const path = '/v1/compare/one/two/changes.md'
    const plain = (await api.get(path).expect(200)).text
    const { text } = await api.get(`${path}?by=separator`).expect(200)
    expect(text).toContain(
      '## Mods\n\n### `Tools`\n\n- Added `New`\n- Possibly renamed `Patch 1.0`, now `Patch 1.1` (off)\n- Removed `Gone`\n- Updated `Off`: `1` to `2`\n- Switched off `Off`\n\n### No separator\n\n- Added `First`',
    )
    expect((await api.get(path).expect(200)).text).toBe(plain)
    expect(plain).toContain('**Added (3)**')
    await api.get(`${path}?by=name`).expect(422)

    const own = { Authorization: String(made.headers['owner-key']) }
    await fillList(api.put('/v1/lists/one').set(own), { name: 'One' }, AFTER).expect(200)
    const changelog = (await api.get('/v1/lists/one/changelog.md?by=separator').expect(200)).text
    expect(changelog).toContain('#### `Tools`\n\n- Added `New`')
    expect((await api.get('/v1/lists/one/changelog.md').expect(200)).text).toContain('**Added (3)**')
    await api.get('/v1/lists/one/changelog.md?by=x').expect(422)
  })
})
