import { rm, writeFile } from 'node:fs/promises'
import { bundlePrograms } from './programs.ts'

await rm('dist/bundle', { recursive: true, force: true })
await bundlePrograms('dist/bundle')
await writeFile('dist/server.js', "import './bundle/server.js'\n")
await writeFile('dist/cli.js', "#!/usr/bin/env node\nimport './bundle/cli.js'\n")
