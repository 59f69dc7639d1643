import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../.ci/audit', import.meta.url))

/** Runs the script with an npm that prints `answer` and exits with `status`. */
function audit(answer: string, status: number) {
  const folder = mkdtempSync(join(tmpdir(), 'mod-list-catalog-audit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'answer'), answer)
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat '${join(folder, 'answer')}'\nexit ${status}\n`)
  chmodSync(join(folder, 'npm'), 0o755)
  const run = spawnSync(SCRIPT, { env: { PATH: `${folder}:${process.env.PATH}` }, encoding: 'utf8' })
  return { status: run.status, out: run.stdout }
}

const found = (severity: string) =>
  JSON.stringify({
    vulnerabilities: { leaky: { name: 'leaky', severity, range: '<2.0.0' } },
    metadata: { vulnerabilities: { total: 1 } },
  })

describe('the check of dependencies', () => {
  it('fails for high and critical vulnerabilities, and names them', () => {
    for (const severity of ['high', 'critical']) {
      expect(audit(found(severity), 1)).toEqual({
        status: 1,
        out: expect.stringContaining(`${severity}: leaky <2.0.0`),
      })
    }
  })

  it('passes for lesser vulnerabilities, and for none', () => {
    expect(audit(found('moderate'), 1).status).toBe(0)
    expect(audit('{"vulnerabilities":{},"metadata":{"vulnerabilities":{"total":0}}}', 0).status).toBe(0)
  })

  it('passes and says that nothing was checked if the registry does not answer', () => {
    for (const answer of ['{"message":"405 Method Not Allowed","error":{"summary":""}}', '', 'not JSON']) {
      expect(audit(answer, 1)).toEqual({ status: 0, out: expect.stringMatching(/^not checked/) })
    }
  })
})
