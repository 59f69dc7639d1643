import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

describe('the systemd unit', () => {
  const unit = readFileSync(new URL('../../docs/mod-list-catalog.service', import.meta.url), 'utf8')
  const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

  it('runs the built server as an unprivileged user with its own data folder', () => {
    expect(unit).toMatch(/^ExecStart=\S+node dist\/server\.js$/m)
    expect(unit).toMatch(/^User=(?!root$)\S+$/m)
    expect(unit).toMatch(/^StateDirectory=mod-list-catalog$/m)
    expect(unit).toMatch(/ DATA_DIR=\/var\/lib\/mod-list-catalog$/m)
    for (const line of unit.split('\n')) expect(line).toMatch(/^$|^#|^\[(Unit|Service|Install)\]$|^[A-Z]\w+=/)
  })

  it('gives up a start that fails again and again', () => {
    const [, seconds] = /^RestartSec=(\d+)$/m.exec(unit) ?? []
    const [, starts] = /^StartLimitBurst=(\d+)$/m.exec(unit) ?? []
    expect(unit).toMatch(/^StartLimitIntervalSec=10min$/m)
    const lasts = Number(seconds) * Number(starts)
    expect([lasts >= 120, lasts < 600]).toEqual([true, true]) // longer than a database needs to start, within the interval
  })

  it.skipIf(!hasAnalyze)('passes the checks of systemd-analyze, with a low exposure level', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mod-list-catalog-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'mod-list-catalog.service')
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath)) // the path on this machine
    const analyze = (...args: string[]) => spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })

    const verified = analyze('verify')
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const [, exposure] = /exposure level for \S+ ([\d.]+)/.exec(analyze('security', '--offline=true').stdout) ?? []
    expect(Number(exposure)).toBeLessThan(2.5)
  })
})
