import { expect, it } from 'vitest'
import { readLoadOrder } from '../../../src/load-order/reading/read.ts'
import { storedProfile } from '../../../src/load-order/reading/stored-profile.ts'
import { MOD_MANAGERS } from '../../support/profiles/field/mod-managers.ts'
import { OTHER_PROGRAMS } from '../../support/profiles/field/other-programs.ts'
import { PLUGIN_FILES } from '../../support/profiles/field/plugin-files.ts'

it.each([...PLUGIN_FILES, ...MOD_MANAGERS, ...OTHER_PROGRAMS])(
  '$kind is read as it is',
  ({ files, domain, mods, plugins, notes }) => {
    const contents = Object.values(files).map((content) => Buffer.from(content))
    const order = readLoadOrder(storedProfile({ files: contents, names: Object.keys(files) }), { domain })
    const state = (enabled: boolean | null, unknown: string) => (enabled === null ? unknown : enabled ? '+' : '-')
    expect({
      mods: order.mods?.map(({ kind, name, enabled, priority, version, source }) =>
        [
          `${kind !== 'separator' && priority === null ? '?' : ''}${kind === 'separator' ? '' : state(enabled, '*')}${name}`,
          version,
          source,
        ]
          .filter(Boolean)
          .join(' '),
      ),
      plugins: order.plugins?.map(({ name, enabled }) => `${state(enabled, '?')}${name}`),
      notes: order.notes.map(({ file, code, count }) => `${file} ${code} ${count}`),
    }).toEqual({ mods, plugins, notes: notes ?? [] })
  },
)
