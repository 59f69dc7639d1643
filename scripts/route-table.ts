import type { RouteOptions } from 'fastify'
import { appWithoutDatabase } from './app.ts'

/** A file of src in a line of a stack trace. */
const SOURCE = /\/(src\/[^\s:()]+\.tsx?)/

/** Number of calls between a route's file and the hook that is told of the route, at most. */
const DEPTH = 50

/** Returns the file that is registering a route, from the stack trace. */
function fileOfCaller(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = DEPTH
  const lines = (new Error().stack ?? '').split('\n')
  Error.stackTraceLimit = limit
  for (const line of lines) {
    const file = SOURCE.exec(line)?.[1]
    if (file !== undefined) return file
  }
  throw new Error(`No file of src in the stack trace:\n${lines.join('\n')}`)
}

/** Returns what a sender needs: a token or session and its ability, or the owner key of the list. */
function senderOf({ token, ability, ownerKey, session }: NonNullable<RouteOptions['config']>): string {
  if (session !== undefined) return session === 'required' ? 'session' : ''
  if (ability !== undefined) return ownerKey ? `${ability}, or owner key` : ability
  return token === 'required' ? 'any token' : ''
}

/** Methods that Fastify adds to routes by itself. */
const ADDED = new Set(['HEAD', 'OPTIONS'])

/** Returns a Markdown block of all routes of the application by file: method, path, and what the sender needs. */
export async function routeTable(): Promise<string> {
  const found: { method: string; route: RouteOptions; file: string }[] = []
  const app = await appWithoutDatabase({
    onRoute: (route) => {
      for (const method of [route.method].flat()) {
        if (!ADDED.has(method)) found.push({ method, route, file: fileOfCaller() })
      }
    },
  })
  await app.close()
  // Only now, because the hooks of a folder's routes change their settings.
  const lines = new Map<string, string[]>()
  for (const { method, route, file } of found) {
    const sender = senderOf(route.config ?? {})
    const line = `  ${method} ${route.url}${sender === '' ? '' : ` (${sender})`}\n`
    lines.set(file, [...(lines.get(file) ?? []), line])
  }
  const order = (file: string) => (file.startsWith('src/website') ? 1 : 0)
  const files = [...lines.keys()].sort((a, b) => order(a) - order(b) || a.localeCompare(b))
  const blocks = files.map((file) => `${file}\n${(lines.get(file) ?? []).join('')}`)
  return `\`\`\`text\n${blocks.join('')}\`\`\`\n`
}
