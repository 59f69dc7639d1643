import { pastedName, readLoadOrder } from '../../../src/load-order/reading/read.ts'

/** Returns what a text says, pasted or as a file: the name of the file, then mods, plugins and notes with their signs. */
export function shown(text: string, name = pastedName(text), domain?: string | null): string[] {
  const { mods, plugins, notes } = readLoadOrder([{ name, text }], { domain })
  const sign = (enabled: boolean | null) => (enabled === null ? '?' : enabled ? '+' : '-')
  return [
    name,
    ...(mods ?? []).map(({ kind, name, enabled, version, source }) =>
      [`${kind === 'separator' ? '=' : kind === 'unmanaged' ? '*' : sign(enabled)}${name}`, version, source]
        .filter((part) => part !== null)
        .join(' '),
    ),
    ...(plugins ?? []).map(({ name, enabled }) => sign(enabled) + name),
    ...notes.map(({ code, count, names }) => `${code} ${count}${names.map((name) => ` ${name}`).join()}`),
  ]
}
