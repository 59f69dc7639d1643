import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished } from 'vitest'
import { ownDatabase } from '../support/database/own.ts'
import { everythingStored, query } from '../support/database/query.ts'
import { it } from '../support/it.ts'
import { type Exit, startProgram, startServer } from '../support/processes/programs.ts'
import { FIELD_PARTS, FORM_TYPE, formBody } from '../support/requests/parts.ts'

const FILE = ['name="files[]"; filename="modlist.txt"', '+A mod\r\n'] as const

/** Runs a command of the command line on the database. */
const command = (url: string, ...args: string[]): Promise<Exit> => startProgram('cli', { DATABASE_URL: url }, args).exit

/** Returns the command lines of all processes. */
const processArguments = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return '' // the process has ended
      }
    })
    .join('\n')

/** Copies the database, and creates a user and a token in it. */
async function copyWithToken() {
  const url = await ownDatabase()
  await command(url, 'user', 'create', 'ann')
  const made = await command(url, 'token', 'create', 'ann', '--abilities', 'create,read,update,delete')
  return { url, made, token: made.out.trim() }
}

type Sent = [method: string, path: string, authorization: string, body?: Buffer | string, type?: string]

/** Starts a server that logs everything, with a function that sends a request and keeps the response. */
async function startRecorded(url: string) {
  const server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'trace' })
  const answers: string[] = []
  /** Sends no Authorization header if `authorization` is empty. Does not keep the owner key of the response. */
  const send = async (...[method, path, authorization, body, type = FORM_TYPE]: Sent) => {
    const headers = {
      ...(authorization !== '' && { authorization }),
      ...(body !== undefined && { 'content-type': type }),
    }
    const sent = typeof body === 'string' ? body : new Uint8Array(body ?? [])
    const answer = await fetch(server.address + path, { method, headers, ...(body !== undefined && { body: sent }) })
    const { 'owner-key': key = '', ...rest } = Object.fromEntries(answer.headers)
    answers.push(JSON.stringify(rest) + (await answer.text()))
    if (key !== '') expect(rest).toMatchObject({ 'cache-control': 'no-store' })
    return { status: answer.status, key }
  }
  /** Stops the server and returns its log. */
  const stop = async () => {
    server.child.kill('SIGTERM')
    const { out, err } = await server.exit
    return { out, log: out + err }
  }
  return { answers, send, stop }
}

/** Expects that no text has the start or the end of a secret. */
function expectNowhere(secrets: readonly string[], places: Record<string, unknown>) {
  const pieces = secrets.flatMap((secret) => [secret.slice(4, 24), secret.slice(-20)])
  for (const [place, text] of Object.entries(places)) {
    const found = pieces.filter((piece) => JSON.stringify(text).includes(piece))
    expect({ place, found }).toEqual({ place, found: [] })
  }
}

describe('a token', () => {
  it('never appears in a log line, a response, a process argument or a row, nor does the password of the database', async () => {
    const { url, made, token } = await copyWithToken()
    const note = expect.stringMatching(/^Using the database \S+ on \S+ \(DATABASE_URL\)\.\n$/)
    expect(made).toEqual({ status: 0, out: expect.stringMatching(/^mlc_[\w-]{43}\n$/), err: note })
    const listed = await command(url, 'token', 'list', 'ann')
    const revoked = await command(url, 'token', 'revoke', token)

    const { answers, send, stop } = await startRecorded(url)
    const form = formBody([...FIELD_PARTS, [...FILE]])
    const statuses = [
      await send('POST', '/v1/lists', `Bearer ${token}`, form),
      await send('PUT', '/v1/lists/my-list', token, form),
      await send('GET', '/v1/user', `Bearer ${token}`),
      await send('GET', '/v1/user/lists?page[size]=0', `Bearer ${token}`),
      await send('POST', '/v1/lists', `Bearer ${token}`, '{"name":', 'application/json'),
      await send('POST', '/v1/lists', `Bearer ${token}`, form.subarray(0, 100)),
      await send('POST', '/v1/lists', `Bearer ${token}`, form, 'multipart/form-data'),
      await send('POST', '/v1/lists', `Bearer ${token}`, form, 'text/xml'),
      await send('DELETE', '/v1/lists/nothing', `Bearer ${token}`),
      await send('DELETE', '/v1/games', `Bearer ${token}`),
      await send('POST', '/v1/lists', `Bearer ${token}.`, form),
      await send('POST', '/v1/lists', `Basic ${token}`, form),
      await send('DELETE', '/v1/lists/my-list', `Bearer ${token}`),
    ].map(({ status }) => status)
    expect(statuses.slice(0, 4)).toEqual([201, 200, 200, 422])
    expect(Math.max(...statuses)).toBeLessThan(500)
    const given = processArguments()
    const stored = await everythingStored(url)

    // Errors of the database must not log the secret either.
    await query(url, 'ALTER TABLE api_tokens RENAME COLUMN label TO wrong')
    expect((await send('POST', '/v1/lists', `Bearer ${token}`, form)).status).toBe(500)
    const { out, log } = await stop()

    const lines = out.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).level)).toContain(50)
    expectNowhere([token], { log, answers, arguments: given, stored, listed, revoked })
    const { password } = new URL(url)
    expect(password.length).toBeGreaterThan(5)
    for (const text of [log, answers.join()]) expect(text.includes(password)).toBe(false)
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
  })
})

describe('an owner key', () => {
  it('appears in one response header only, never in a log line, a metric, a backup or a row', async () => {
    const { url, token } = await copyWithToken()
    const { answers, send, stop } = await startRecorded(url)
    const form = formBody([...FIELD_PARTS, [...FILE]])
    const keys = [
      (await send('POST', '/v1/lists', '', form)).key,
      (await send('POST', '/v1/lists', '', form)).key,
      (await send('POST', '/v1/lists', '', form)).key,
    ]
    const [key = '', other = '', third = ''] = keys
    const claim = (slug: string, field: string, body: Buffer | string, type: string) =>
      send('POST', `/v1/lists/${slug}/claim`, field, body, type)
    const fieldOf = (value: string) => formBody([['name="owner_key"', value]])
    const json = (value: string) => JSON.stringify({ owner_key: value })
    const JSON_TYPE = 'application/json'
    const FIELDS = 'application/x-www-form-urlencoded'
    const statuses = [
      await send('PUT', '/v1/lists/my-list', `Bearer ${key}`, form),
      await send('POST', '/v1/lists/my-list', key, formBody([...FIELD_PARTS, ['name="_method"', 'PUT'], [...FILE]])),
      await send('GET', '/v1/lists/my-list', key),
      await send('GET', '/v1/compare', key),
      await send('GET', '/v1/user', key),
      await send('POST', '/v1/lists', key, form),
      await send('PUT', '/v1/lists/my-list-2', key, form),
      await send('PUT', '/v1/lists/my-list', key, form.subarray(0, 100)),
      await send('PUT', '/v1/lists/my-list', key, form, 'text/xml'),
      await send('PUT', '/v1/lists/my-list', `Basic ${key}`, form),
      await send('PUT', '/v1/lists/my-list', `${key}.`, form),
      await claim('my-list', token, json(other), JSON_TYPE),
      await claim('my-list', token, `{"owner_key":"${key}"`, JSON_TYPE),
      await claim('my-list', token, `owner_key=${other}&owner_key=${key}x`, FIELDS),
      await claim('my-list', token, fieldOf(`${key}x`), FORM_TYPE),
      await claim('my-list', token, fieldOf(key).subarray(0, 110), FORM_TYPE),
      await claim('my-list', token, fieldOf(key), 'multipart/form-data'),
      await claim('my-list', token, fieldOf(key), FORM_TYPE),
      await claim('my-list', token, fieldOf(key), FORM_TYPE),
      await claim('my-list-2', token, json(other), JSON_TYPE),
      await send('DELETE', '/v1/lists/my-list-3', third),
      await send('DELETE', '/v1/lists/my-list-3', third),
      await send('GET', '/metrics', ''),
      await send('GET', '/v1/stats', ''),
    ].map(({ status }) => status)
    expect(statuses.slice(0, 7)).toEqual([200, 200, 200, 200, 401, 401, 403])
    expect(statuses.slice(-7)).toEqual([200, 403, 200, 204, 401, 200, 200])
    expect(Math.max(...statuses)).toBeLessThan(500)

    const { key: last } = await send('POST', '/v1/lists', '', form)
    keys.push(last)
    const stored = await everythingStored(url)
    expect(stored).toContain(createHash('sha256').update(last).digest('hex'))
    const file = join(await mkdtemp(join(tmpdir(), 'mod-list-catalog-secrets-')), 'catalog.backup')
    onTestFinished(() => rm(dirname(file), { recursive: true }))
    await command(url, 'export', file)
    const backup = gunzipSync(await readFile(file)).toString()

    // Errors of the database must not log the secret either.
    await query(url, 'ALTER TABLE owner_keys RENAME COLUMN hash TO wrong')
    expect((await send('PUT', '/v1/lists/my-list-4', `Bearer ${last}`, form)).status).toBe(500)
    expect((await send('POST', '/v1/lists', '', form)).status).toBe(500)
    expect((await claim('my-list-4', token, json(last), JSON_TYPE)).status).toBe(500)
    const { log } = await stop()

    expect(keys.every((each) => /^mlk_[\w-]{43}$/.test(each))).toBe(true)
    expectNowhere(keys, { log, answers, stored, backup })
  })
})
