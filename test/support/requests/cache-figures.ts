import { get } from './wire.ts'

/** Returns a metric of the response cache. */
export async function figure(port: number, name: 'entries' | 'bytes' | 'misses_total'): Promise<number> {
  const { text } = await get(port, '/metrics')
  return Number(new RegExp(`^cache_${name}\\{cache="responses"\\} (\\S+)$`, 'm').exec(text)?.[1])
}
