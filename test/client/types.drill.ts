import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)

describe('the types of the client', () => {
  it('are those of the OpenAPI document: npm run client:types', async () => {
    const { stdout } = await run('node_modules/.bin/tsx', ['scripts/client-types.ts'], { maxBuffer: 2 ** 24 })
    expect(stdout).toBe(await readFile('src/client/api-types.ts', 'utf8'))
  })
})
