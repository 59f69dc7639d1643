import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ownDatabase } from '../../support/database/own.ts'
import { at, query } from '../../support/database/query.ts'
import { ask, create, isRefusal, keepAsking, report, wrongOf } from '../../support/faults/traffic.ts'
import { isRoot, postmasterOf } from '../../support/processes/embedded-clients.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { startProgram, startServer, stop } from '../../support/processes/programs.ts'

const execute = promisify(execFile)

const DEADLINE = { interval: 100 }

/** Reason that is printed when the tests are skipped. */
const NO_DISK = 'this process cannot mount a disk; run the test as root, with the right to mount'

/** Mounts a small separate disk. Returns its folder, or undefined if this process cannot mount one. */
function mountDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    process.stdout.write(`test skipped: ${NO_DISK}\n`)
    return undefined
  }
  onTestFinished(async () => {
    const postmaster = await postmasterOf(join(folder, 'data'))
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

describe('a disk that is full', () => {
  it('refuses writes with 503 while reads work, until space is free again', async ({ skip }) => {
    const disk = mountDisk(320)
    if (disk === undefined) return skip(NO_DISK)
    const server = await startServer({ DATA_DIR: join(disk, 'data'), WRITE_RATE_LIMIT: '0' })
    const upload = (name: string, content = 'a') => create(server, name, { 'a.txt': content })
    expect((await upload('First')).status).toBe(201)

    // The ballast takes all but 80 MiB of the disk. Uploads take the rest.
    const { bavail, bsize } = statfsSync(disk)
    const ballast = join(disk, 'ballast')
    writeFileSync(ballast, '')
    execFileSync('fallocate', ['-l', String(bavail * bsize - 80 * 2 ** 20), ballast])
    const statuses: number[] = []
    let refusal = await upload('Filling')
    for (let number = 0; refusal.status === 201 && number < 60; number++) {
      refusal = await upload(`Filling ${number}`, `${number} `.repeat(120_000))
      statuses.push(refusal.status)
    }
    expect(isRefusal(refusal)).toBe(true)

    const reads = await Promise.all(
      ['/v1/lists', '/v1/lists/first', '/v1/games', '/healthz'].map((path) => ask(`${server.address}${path}`)),
    )
    truncateSync(ballast)
    await expect.poll(() => upload('Space again').then(({ status }) => status), DEADLINE).toBe(201)
    report('disk full', {
      tried: statuses.length,
      'writes refused': statuses.filter((status) => status === 503).length,
      'reads failed': reads.filter(({ status }) => status !== 200).length,
    })
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(server.child.exitCode).toBeNull()
    await stop(server)
  })

  it('loses no upload that returned success when another program fills it to the last byte', async ({ skip }) => {
    const disk = mountDisk(320)
    if (disk === undefined) return skip(NO_DISK)
    const server = await startServer({ DATA_DIR: join(disk, 'data'), WRITE_RATE_LIMIT: '0' })
    const stored: string[] = []
    const traffic = keepAsking(8, async (number) => {
      if (number % 2 === 1) return ask(`${server.address}/v1/lists?page[size]=5`)
      const answer = await create(server, `List ${number}`, { 'a.txt': `${number} `.repeat(9_999) })
      if (answer.status === 201) stored.push(JSON.parse(answer.body).data.slug)
      return answer
    })
    await expect.poll(() => stored.length, DEADLINE).toBeGreaterThan(20)

    const ballast = join(disk, 'ballast')
    // In the background: a client that stands still itself would break its connections.
    const fill = ['if=/dev/zero', `of=${ballast}`, 'bs=64K']
    const { stderr } = await execute('dd', fill, { env: { ...process.env, LC_ALL: 'C' } }).catch((error) => error)
    expect(stderr).toContain('No space left on device')
    const { bavail, bsize } = statfsSync(disk)
    const left = bavail * bsize
    const refused = () => traffic.answers.filter(isRefusal).length
    const at = traffic.answers.length
    await traffic.more(50, isRefusal)
    const meanwhile = traffic.answers.slice(at)
    truncateSync(ballast)
    const works = async () => {
      const write = await create(server, 'Again', { 'a.txt': 'a' })
      return [write.status, (await ask(`${server.address}/v1/lists`)).status]
    }
    await expect.poll(works, DEADLINE).toEqual([201, 200])
    const answers = await traffic.stop()

    const wrong = wrongOf(answers)
    const shown = await Promise.all(stored.map((slug) => ask(`${server.address}/v1/lists/${slug}`)))
    const lost = shown.filter(({ status }) => status !== 200).length
    report('disk filled under uploads', {
      tried: answers.length,
      'bytes left': left,
      refused: refused(),
      'reads meanwhile': meanwhile.filter(({ status }) => status === 200).length,
      wrong: wrong.length,
      lost,
    })
    expect(wrong).toEqual([])
    expect(lost).toBe(0)
    expect(server.child.exitCode).toBeNull()
    await stop(server)
  })

  it('stops the start with the message "No space left on device"', async ({ skip }) => {
    const disk = mountDisk(8)
    if (disk === undefined) return skip(NO_DISK)
    const DATA_DIR = join(disk, 'data')
    const { status, err } = await startProgram('server', { DATA_DIR, PORT: String(await freePort()) }).exit
    report('start on a full disk', {
      'exit status': status ?? 'none',
      message: JSON.stringify(err.trim().split('\n')[0]),
    })
    expect(status).toBe(1)
    expect(err).toMatch(/No space left on device/i)
    expect(err).not.toMatch(/^\s+at /m)
  })
})

describe('a data folder that is read-only', () => {
  it('makes a running server refuse writes with 503 while reads work', async ({ skip }) => {
    const disk = mountDisk(320)
    if (disk === undefined) return skip(NO_DISK)
    const DATA_DIR = join(disk, 'data')
    const server = await startServer({ DATA_DIR, WRITE_RATE_LIMIT: '0' })
    const upload = (name: string) => create(server, name, { 'a.txt': name })
    expect((await upload('First')).status).toBe(201)

    // A disk with files open for writing can't be remounted read-only, but a bind mount of the folder can.
    execFileSync('mount', ['--bind', DATA_DIR, DATA_DIR])
    onTestFinished(() => void spawnSync('umount', ['-l', DATA_DIR], { stdio: 'ignore' }))
    execFileSync('mount', ['-o', 'remount,bind,ro', DATA_DIR])
    const writes = await Promise.all(Array.from({ length: 20 }, (_, number) => upload(`List ${number}`)))
    const paths = ['/v1/lists', '/v1/lists/first', '/v1/games', '/readyz', '/healthz']
    const reads = await Promise.all(paths.map((path) => ask(`${server.address}${path}`)))
    execFileSync('umount', ['-l', DATA_DIR])
    await expect.poll(() => upload('Again').then(({ status }) => status), DEADLINE).toBe(201)
    report('data folder read-only', {
      tried: writes.length,
      'writes refused': writes.filter(isRefusal).length,
      'reads failed': reads.filter(({ status }) => status !== 200).length,
    })
    expect(writes.filter((answer) => !isRefusal(answer))).toEqual([])
    expect(writes[0]?.body).toContain("The server's disk is read-only; writes are disabled, reads still work.")
    expect(reads.map(({ status }) => status)).toEqual(paths.map(() => 200))
    await stop(server)
  })

  it('stops the start with a message that names the folder', async ({ skip }) => {
    const disk = mountDisk(8)
    if (disk === undefined && isRoot) return skip(NO_DISK)
    const folder = disk ?? mkdtempSync(join(tmpdir(), 'catalog-disk-'))
    if (disk === undefined) chmodSync(folder, 0o555)
    else execFileSync('mount', ['-o', 'remount,ro', disk])
    const DATA_DIR = join(folder, 'data')
    const { status, err } = await startProgram('server', { DATA_DIR, PORT: String(await freePort()) }).exit
    report('start on a read-only folder', {
      'exit status': status ?? 'none',
      message: JSON.stringify(err.trim().split('\n')[0]),
    })
    expect(status).toBe(1)
    expect(err).toContain(DATA_DIR)
    expect(err).not.toMatch(/^\s+at /m)
  })
})

describe('a database that has become read-only', () => {
  it('makes the server refuse writes with 503 while reads work', async () => {
    const url = await ownDatabase()
    const server = await startServer({ DATABASE_URL: url, WRITE_RATE_LIMIT: '0' })
    const upload = (name: string) => create(server, name, { 'a.txt': name })
    expect((await upload('First')).status).toBe(201)

    const name = new URL(url).pathname.slice(1)
    const maintenance = at(url, { database: 'postgres' })
    const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
    await query(maintenance, `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    await query(maintenance, others)
    await expect.poll(() => ask(`${server.address}/v1/lists/first`).then(({ status }) => status), DEADLINE).toBe(200)
    const writes = await Promise.all(Array.from({ length: 20 }, (_, number) => upload(`List ${number}`)))
    const reads = await Promise.all(Array.from({ length: 20 }, () => ask(`${server.address}/v1/lists`)))
    report('database read-only', {
      tried: writes.length,
      'writes refused': writes.filter(isRefusal).length,
      'reads failed': reads.filter(({ status }) => status !== 200).length,
    })
    expect(writes.filter((answer) => !isRefusal(answer))).toEqual([])
    expect(reads.filter(({ status }) => status !== 200)).toEqual([])

    await query(maintenance, `ALTER DATABASE ${name} RESET default_transaction_read_only`)
    await query(maintenance, others)
    await expect.poll(() => upload('Again').then(({ status }) => status), DEADLINE).toBe(201)
    await stop(server)
  })
})
