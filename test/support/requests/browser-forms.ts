import type supertest from 'supertest'
import { BROWSER } from '../website/pages.ts'

type Api = ReturnType<typeof supertest>

/** The headers that browsers send with a form of the website itself. */
export const OWN = { Accept: BROWSER, 'Sec-Fetch-Site': 'same-origin' }

/** The cookies of a browser, by name. */
export type Jar = Map<string, string>

/** Stores the cookies that a response sets, and removes those it clears. */
export function keepCookies(jar: Jar, cookies: readonly string[]): void {
  for (const cookie of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

export const cookieHeader = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** A browser without scripts, which keeps cookies and sends the website's forms. */
export interface PlainBrowser {
  jar: Jar
  open(path: string): Promise<supertest.Response>
  /** Sends a form, without following redirects. `headers` replace the headers of the website's own forms. */
  submit(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<supertest.Response>
}

export function plainBrowser(api: Api, jar: Jar = new Map()): PlainBrowser {
  const send = async (request: supertest.Test): Promise<supertest.Response> => {
    const answer = await (jar.size > 0 ? request.set('Cookie', cookieHeader(jar)) : request).redirects(0)
    keepCookies(jar, answer.get('Set-Cookie') ?? [])
    return answer
  }
  return {
    jar,
    open: (path) => send(api.get(path).set('Accept', BROWSER)),
    submit: (path, fields = {}, headers = OWN) => send(api.post(path).set(headers).type('form').send(fields)),
  }
}
