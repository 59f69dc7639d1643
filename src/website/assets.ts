import { gzipSync } from 'node:zlib'
import assets from './generated/assets.json' with { type: 'json' } // written by scripts/website-assets.ts

type AssetName = keyof typeof assets

/** Returns the path of an asset below the website's base. The path changes with the content. */
export const assetPath = (name: AssetName): string => `/assets/${assets[name].file}`

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
}

export const ASSETS = new Map(
  Object.values(assets).map(({ file, text }) => {
    const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain'
    const bytes = Buffer.from(text, file.endsWith('.ico') ? 'base64' : 'utf8')
    return [file, { type, bytes, compressed: gzipSync(bytes, { level: 9 }) }]
  }),
)
