import type supertest from 'supertest'
import { cookieHeader, OWN, type PlainBrowser, plainBrowser } from '../requests/browser-forms.ts'
import { fillList } from '../requests/forms.ts'
import { type Authenticator, authenticator } from './authenticator.ts'

type Api = ReturnType<typeof supertest>

/** The origin and the host of the website in tests. */
export const ORIGIN = 'https://www.example.com'
export const HOST = 'www.example.com'

/** A user with an account, a browser and a device that has a passkey. */
export interface Person {
  browser: PlainBrowser
  device: Authenticator
  /** The recovery codes of the account. */
  codes: string[]
}

/** Creates an account with a passkey. */
export async function joinAs(api: Api, name: string, browser = plainBrowser(api)): Promise<Person> {
  await import('@simplewebauthn/server') // loaded before the challenge is requested, because loading can take seconds on a busy machine
  const device = authenticator(HOST)
  const { body } = await browser.submit('/sign-in/name/options', { name })
  const { status, text } = await browser.submit('/sign-in/name', { name, response: device.create(body, ORIGIN) })
  if (status !== 200) throw new Error(`The account was not created (${status}): ${text}`)
  const codes = (/<code id="codes">([^<]*)</.exec(text)?.[1] ?? '').split('\n')
  return { browser, device, codes }
}

/** Signs in with the passkey of a device, and returns the response to its form. */
export async function signInBy(
  device: Authenticator,
  browser: PlainBrowser,
  returnTo?: string,
): Promise<supertest.Response> {
  device.counter++
  const { body } = await browser.submit(
    '/sign-in/passkey/options',
    returnTo === undefined ? {} : { return_to: returnTo },
  )
  return browser.submit('/sign-in/passkey', { response: device.get(body, ORIGIN) })
}

/** Sends the upload form of a browser, without following its redirect. */
export const uploadBy = (
  api: Api,
  { jar }: Pick<PlainBrowser, 'jar'>,
  fields: Record<string, string> = {},
  headers: Record<string, string> = OWN,
): supertest.Test =>
  fillList(
    api
      .post('/upload')
      .set({ ...headers, Cookie: cookieHeader(jar) })
      .redirects(0),
    fields,
  )
