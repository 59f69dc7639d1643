import type supertest from 'supertest'
import { expect } from 'vitest'
import { asBytes } from '../requests/forms.ts'
import { BROWSER, openPage, textOf } from './pages.ts'

type Api = ReturnType<typeof supertest>
export type Opened = Awaited<ReturnType<typeof openPage>>

/** Sends a form of the page like a browser without scripts, by the button with this text. */
export function press(api: Api, { html }: Opened, button: string, ticked: readonly string[] = []): Promise<Opened> {
  const forms = [...html.matchAll(/<form( method="post")?[^>]*action="([^"]*\/culprit)"[^>]*>(.*?)<\/form>/gs)]
  const form = forms.find(([, , , content = '']) => content.includes(`>${button}</button>`))
  const [, isPosted, action = '', content = ''] = form ?? []
  const hidden = [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const fields = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]))
  for (const [, id = '', label = ''] of content.matchAll(/name="keep\[\]" value="([^"]*)"[^>]*>(.*?)<\/label>/gs)) {
    if (ticked.some((name) => textOf(label) === `Always take ${name}`)) fields.append('keep[]', id)
  }
  for (const [, attributes = '', text = ''] of content.matchAll(/<button type="submit"([^>]*)>(.*?)<\/button>/g)) {
    const [, name, value] = /name="([^"]*)" value="([^"]*)"/.exec(attributes) ?? []
    if (textOf(text) === button && name !== undefined && value !== undefined) fields.append(name, value)
  }
  return isPosted === undefined ? openPage(api, `${action}?${fields}`) : post(api, action, fields)
}

/** Posts a form, and follows the address that the response leads to. */
async function post(api: Api, action: string, fields: URLSearchParams): Promise<Opened> {
  const sent = await api.post(action).type('form').set('Accept', BROWSER).send(fields.toString()).expect(303)
  expect(sent.headers['cache-control']).toBe('no-store')
  expect(sent.headers).not.toHaveProperty('set-cookie')
  return openPage(api, new URL(sent.headers.location ?? '', `https://www.example.com${action}`).href.slice(23))
}

/** Follows the link with this text. */
export function follow(api: Api, { html }: Opened, text: string): Promise<Opened> {
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
  const [, address = ''] = links.find(([, , content = '']) => textOf(content) === text) ?? []
  return openPage(api, textOf(address))
}

/** Downloads the zip of a round. */
export async function download(api: Api, { html }: Opened): Promise<Buffer> {
  const [, address = ''] = /href="([^"]*download=1)"/.exec(html) ?? []
  const { body } = await asBytes(api.get(textOf(address)).set('Accept', BROWSER)).expect(200)
  return body
}
