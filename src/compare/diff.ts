import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
export interface TextFile {
  name: string
  text: string
}
export function unifiedDiffs(before: readonly TextFile[], after: readonly TextFile[]): string[] {
  const old = new Map(before.map(({ name, text }) => [name, text]))
  const now = new Map(after.map(({ name, text }) => [name, text]))
  const names = [...new Set([...old.keys(), ...now.keys()])]
  return names
    .filter((name) => old.get(name) !== now.get(name))
    .map(
      (name) =>
        createTwoFilesPatch(name, name, old.get(name) ?? '', now.get(name) ?? '', undefined, undefined, {
          headerOptions: FILE_HEADERS_ONLY,
          context: 3,
        }) ?? '',
    )
}
