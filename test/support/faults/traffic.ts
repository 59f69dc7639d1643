import { expect } from 'vitest'
import { BROWSER, textOf } from '../pages.ts'

/** An answer, and how long it took in milliseconds. Status 0: the connection broke, and nothing is known. */
export interface Answer {
  status: number
  took: number
  headers: Headers
  body: string
}

/** A request that is never thrown over. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now()
  try {
    const response = await fetch(url, init)
    const body = await response.text()
    return { status: response.status, took: performance.now() - began, headers: response.headers, body }
  } catch {
    return { status: 0, took: performance.now() - began, headers: new Headers(), body: '' }
  }
}

/** A list as a form: its files' contents by name. */
export function formOf(name: string, files: Record<string, string>, more: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries({ name, game: '4', description: 'A list', ...more }))
    form.set(field, value)
  for (const [file, content] of Object.entries(files)) form.append('files[]', new Blob([content]), file)
  return form
}

/** Uploads a list that the server has to take. */
export async function store({ address }: { address: string }, name: string, files: Record<string, string>) {
  const answer = await fetch(`${address}/v1/lists`, { method: 'POST', body: formOf(name, files) })
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

/** Sends requests, `width` at a time, until told to stop; gives all answers. */
export function keepAsking(width: number, send: (number: number) => Promise<Answer>) {
  let isAsking = true
  let sent = 0
  const answers: Answer[] = []
  const run = async () => {
    while (isAsking) answers.push(await send(sent++))
  }
  const done = Promise.all(Array.from({ length: width }, run))
  return {
    answers,
    async stop(): Promise<Answer[]> {
      isAsking = false
      await done
      return answers
    },
  }
}

/** Asks as a browser does. It does not follow where a form leads. */
export const browse = (url: string, init: RequestInit = {}): Promise<Answer> =>
  ask(url, { redirect: 'manual', ...init, headers: { Accept: BROWSER, ...init.headers } })

/** What an answer is that says, as promised, that the database is away: to programs in JSON, to browsers on a page. */
export function isRefusal({ status, headers, body }: Answer): boolean {
  const seconds = Number(headers.get('retry-after'))
  if (status !== 503 || !(seconds > 0)) return false
  if (!isPage({ headers })) return typeof JSON.parse(body).message === 'string'
  return textOf(body).includes(`Try again in ${seconds} second`)
}

export const isPage = ({ headers }: Pick<Answer, 'headers'>): boolean =>
  headers.get('content-type')?.startsWith('text/html') === true

/** The paths of all kinds of pages, of two lists that are there. */
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
  '/stats',
]
