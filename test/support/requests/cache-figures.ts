import { send } from './wire.ts'

/** Returns a metric of the response cache. */
export async function figure(port: number, name: 'entries' | 'bytes' | 'misses_total'): Promise<number> {
  const { text } = await send(port, 'GET /metrics HTTP/1.0\r\n\r\n')
  return Number(new RegExp(`^cache_${name}\\{cache="responses"\\} (\\S+)$`, 'm').exec(text)?.[1])
}
