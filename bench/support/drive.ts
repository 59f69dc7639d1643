import autocannon from 'autocannon'
import { cpuSeconds, type Server } from './processes.ts'
import { type BenchOptions, format, median, printTable, progress } from './report.ts'

/** A request that is sent again and again. */
export interface Request {
  server: Server
  /** A path, or a function that returns the next path. */
  path: string | (() => string)
  headers?: Record<string, string>
  /** The expected status. The bench fails on any other. */
  status?: number
  /** Returns the next body. The requests are POST if set. */
  body?: () => { headers: Record<string, string>; body: Buffer }
}

/** What is measured: requests by the name of the alternative. The others are compared with the first one. */
export interface Subject {
  name: string
  alternatives: Record<string, Request>
}

interface Round {
  /** Requests per second. */
  rate: number
  /** Processor time of the server for each request, in microseconds. */
  server: number
  /** Processor time of PostgreSQL for each request, in microseconds. */
  postgres: number
}

const HEADINGS = ['request', 'to', 'requests/s', 'ratio', 'server us', 'ratio', 'PostgreSQL us', 'ratio']

/**
 * Measures all alternatives of all subjects in turns, round by round, so that a disturbance affects all of them. Prints
 * medians; the ratios are medians of the ratios within a round, to the first alternative.
 */
export async function drive(
  title: string,
  subjects: readonly Subject[],
  { quick, postgres, connections }: BenchOptions & { postgres: number; connections: number },
): Promise<void> {
  const rounds = quick ? 1 : 5
  const rows: string[][] = []
  for (const { name, alternatives } of subjects) {
    const measured = new Map<string, Round[]>(Object.keys(alternatives).map((to) => [to, []]))
    for (let round = 0; round <= rounds; round++) {
      for (const [to, request] of Object.entries(alternatives)) {
        progress(`${name}, ${to}: ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`)
        const figures = await measure(`${name}, ${to}`, request, { seconds: quick ? 1 : 3, postgres, connections })
        if (round > 0) measured.get(to)?.push(figures)
      }
    }
    const [base = []] = measured.values()
    for (const [to, figures] of measured) {
      const cells = (['rate', 'server', 'postgres'] as const).flatMap((field) => [
        format(median(figures.map((round) => round[field])), 0),
        figures === base
          ? ''
          : format(median(figures.map((round, at) => round[field] / (base[at]?.[field] || Number.NaN)))),
      ])
      rows.push([figures === base ? name : '', to, ...cells])
    }
  }
  printTable(title, HEADINGS, rows)
}

async function measure(
  name: string,
  { server, path, headers = {}, status = 200, body }: Request,
  { seconds, postgres, connections }: { seconds: number; postgres: number; connections: number },
): Promise<Round> {
  const before = [cpuSeconds(server.pid), cpuSeconds(postgres)] as const
  const next = typeof path === 'string' ? () => path : path
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    setupClient: ignoreBodies,
    requests: [
      {
        method: body === undefined ? 'GET' : 'POST',
        path: next(),
        headers,
        ...((typeof path !== 'string' || body !== undefined) && {
          setupRequest: (request: autocannon.Request) => ({ ...request, path: next(), ...body?.() }),
        }),
      },
    ],
  })
  const total = result.requests.total
  if (result.errors > 0 || Object.keys(result.statusCodeStats ?? {}).some((given) => given !== String(status))) {
    throw new Error(`${name}: ${result.errors} errors, answers with ${JSON.stringify(result.statusCodeStats)}`)
  }
  return {
    rate: total / result.duration,
    server: ((cpuSeconds(server.pid) - before[0]) / total) * 1e6,
    postgres: ((cpuSeconds(postgres) - before[1]) / total) * 1e6,
  }
}

/** Makes the client ignore bodies. It would join them as text, which takes longer than the server takes to send them. */
function ignoreBodies(client: autocannon.Client): void {
  Reflect.set(Reflect.get(client, 'pipelinedRequests'), 'addBody', () => {})
}
