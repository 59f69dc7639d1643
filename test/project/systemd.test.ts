import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

describe('the unit for systemd', () => {
  const unit = readFileSync(new URL('../../docs/mod-list-catalog.service', import.meta.url), 'utf8')
  const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

  it('runs the built server as an unprivileged user, on data of its own', () => {
    expect(unit).toMatch(/^ExecStart=\S+node dist\/server\.js$/m)
    expect(unit).toMatch(/^User=(?!root$)\S+$/m)
    expect(unit).toMatch(/^StateDirectory=mod-list-catalog$/m)
    expect(unit).toMatch(/ DATA_DIR=\/var\/lib\/mod-list-catalog$/m)
    for (const line of unit.split('\n')) expect(line).toMatch(/^$|^#|^\[(Unit|Service|Install)\]$|^[A-Z]\w+=/)
  })

  it.skipIf(!hasAnalyze)('is without fault to systemd, which finds little exposed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mod-list-catalog-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'mod-list-catalog.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath)) // wherever it is here
    const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })

    const verified = analyze('verify')
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const [, exposure] = /exposure level for \S+ ([\d.]+)/.exec(analyze('security', '--offline=true').stdout) ?? []
    expect(Number(exposure)).toBeLessThan(2.5)
  })
})
