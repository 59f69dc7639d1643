import { readFile } from 'node:fs/promises'

/** Reads the table of docs/api.md: a path for each route, whether its responses have an ETag, and their Cache-Control. */
export async function documentedRoutes(): Promise<[path: string, tag: boolean, caching: string][]> {
  const [, section = ''] = (await readFile('docs/api.md', 'utf8')).split('## Caching\n')
  const [text = ''] = section.split('\n## ')
  const rows = [...text.matchAll(/^\| (`.*`) \| (strong|none) \| `([^`]+)` \|$/gm)]
  return rows.flatMap(([, paths = '', tag, caching = '']) =>
    [...paths.matchAll(/`GET ([^`]+)`/g)].map(([, path = '']): [string, boolean, string] => [
      path
        .replace('{slug}', 'one')
        .replaceAll('{slug1}', 'one')
        .replace('{slug2}', 'two')
        .replace('{n}', '1')
        .replace('{game}', '4')
        .replace('{name}', 'modlist.txt'),
      tag === 'strong',
      caching,
    ]),
  )
}
