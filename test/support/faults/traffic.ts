import { expect, onTestFinished } from 'vitest'
import { BROWSER, textOf } from '../website/pages.ts'

/**
 * A response, and its time in milliseconds. Status 0 means that the connection broke and the outcome is unknown; the body
 * is then the reason.
 */
export interface Answer {
  status: number
  took: number
  headers: Headers
  body: string
}

/** Sends a request. Never throws; a broken connection is status 0. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now()
  try {
    const response = await fetch(url, init)
    const body = await response.text()
    return { status: response.status, took: performance.now() - began, headers: response.headers, body }
  } catch (error) {
    const { cause = error } = error as Error
    return { status: 0, took: performance.now() - began, headers: new Headers(), body: String(cause) }
  }
}

/** Returns the form of a list with these files, given as contents by name. */
export function formOf(name: string, files: Record<string, string>, more: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries({ name, game: '4', description: 'A list', ...more }))
    form.set(field, value)
  for (const [file, content] of Object.entries(files)) form.append('files[]', new Blob([content]), file)
  return form
}

/** Uploads a list with these files. Never throws; a broken connection is status 0. */
export const create = (
  { address }: { address: string },
  name: string,
  files: Record<string, string>,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> => ask(`${address}/v1/lists`, { method: 'POST', headers, body: formOf(name, files, fields) })

/** Uploads a list, which must succeed. Repeats it while the server is too slow for it. */
export async function store(server: { address: string }, name: string, files: Record<string, string>) {
  let answer = await create(server, name, files)
  while (isRefusal(answer)) answer = await create(server, name, files)
  expect(answer.status).toBe(201)
}

/** Runs `work` for each number below `count`, `width` at a time. */
export async function inParallel(count: number, width: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const run = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, run))
}

/** Sends requests, `width` at a time, until the test ends or `stop` is called, which returns all responses. */
export function keepAsking(width: number, send: (number: number) => Promise<Answer>) {
  let isAsking = true
  const end = () => {
    isAsking = false
  }
  onTestFinished(end)
  let sent = 0
  const answers: Answer[] = []
  const run = async () => {
    while (isAsking) answers.push(await send(sent++))
  }
  const done = Promise.all(Array.from({ length: width }, run))
  return {
    answers,
    /** Waits for more than `count` further responses, or for so many of those that `which` selects. */
    async more(count: number, which: (answer: Answer) => boolean = () => true) {
      const found = () => answers.filter(which).length
      const before = found()
      await expect.poll(found, { interval: 50 }).toBeGreaterThan(before + count)
    },
    async stop(): Promise<Answer[]> {
      end()
      await done
      return answers
    },
  }
}

/** Sends a request like a browser, without following redirects. */
export const browse = (url: string, init: RequestInit = {}): Promise<Answer> =>
  ask(url, { redirect: 'manual', ...init, headers: { Accept: BROWSER, ...init.headers } })

/** Reports whether a response is the documented 503 without a database: JSON for programs, a page for browsers. */
export function isRefusal({ status, headers, body }: Answer): boolean {
  const seconds = Number(headers.get('retry-after'))
  if (status !== 503 || !(seconds > 0)) return false
  if (!isPage({ headers })) return typeof JSON.parse(body).message === 'string'
  return textOf(body).includes(`try again in ${seconds} second`)
}

/** Returns the responses that are neither a success nor a documented refusal, as text. */
export const wrongOf = (answers: readonly Answer[], isRight = hasSucceeded): string[] =>
  answers.filter((answer) => !isRight(answer) && !isRefusal(answer)).map(({ status, body }) => `${status} ${body}`)

const hasSucceeded = ({ status }: Answer) => status === 200 || status === 201

/** Returns the milliseconds of the slowest response. */
export const slowestOf = (answers: readonly Answer[]) => Math.round(Math.max(0, ...answers.map(({ took }) => took)))

export const isPage = ({ headers }: Pick<Answer, 'headers'>): boolean =>
  headers.get('content-type')?.startsWith('text/html') === true

/** Returns the paths of all kinds of pages, for two existing lists. */
export const pagesOf = (first: string, second: string): string[] => [
  '/',
  '/lists',
  '/lists?search=list',
  `/lists/${first}`,
  `/lists/${first}/history`,
  `/lists/${first}/edit`,
  `/compare/${first}/${second}`,
  '/compare',
  '/upload',
  '/games',
]

/** Prints the figures of a fault test in one line: `name of the test: tried 200, lost 0`. */
export function report(test: string, figures: Record<string, number | string>): void {
  const written = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`${test}: ${written.join(', ')}\n`)
}
