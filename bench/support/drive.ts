import autocannon from 'autocannon'
import { residentBytes } from '../../test/support/processes/memory.ts'
import { cpuSeconds, type Server } from './processes.ts'
import { format, median, progress, Table } from './report.ts'

export interface Subject {
  name: string
  server: Server
  /** A path, or a function that returns the next path. */
  path: string | (() => string)
  headers?: Record<string, string>
  /** The expected status. The bench fails on any other. */
  status?: number
  /** Returns the next body. The requests are POST if set. */
  body?: () => { headers: Record<string, string>; body: Buffer }
}

export interface Round {
  /** Requests per second. */
  rate: number
  /** 99th percentile of the latency, in milliseconds. */
  p99: number
  /** CPU time of the server for each request, in microseconds. */
  server: number
  /** CPU time of PostgreSQL for each request, in microseconds. */
  postgres: number
  /** Memory of the server, in bytes. */
  memory: number
}

interface Drive {
  rounds: number
  seconds: number
  connections: number
  postgres: number
}

/** Measures the subjects in turn, round by round, so that a disturbance affects all of them. */
export async function drive(subjects: readonly Subject[], options: Drive): Promise<Map<string, Round[]>> {
  const results = new Map<string, Round[]>(subjects.map(({ name }) => [name, []]))
  for (const subject of subjects) {
    progress(`warming up: ${subject.name}`)
    await measure(subject, options)
  }
  for (let round = 1; round <= options.rounds; round++) {
    for (const subject of subjects) {
      progress(`round ${round} of ${options.rounds}: ${subject.name}`)
      results.get(subject.name)?.push(await measure(subject, options))
    }
  }
  return results
}

async function measure({ name, server, path, headers, status = 200, body }: Subject, options: Drive): Promise<Round> {
  const before = [cpuSeconds(server.pid), cpuSeconds(options.postgres)] as const
  const next = typeof path === 'string' ? () => path : path
  const result = await autocannon({
    url: server.url,
    connections: options.connections,
    duration: options.seconds,
    setupClient: ignoreBodies,
    requests: [
      {
        method: body === undefined ? 'GET' : 'POST',
        path: next(),
        headers: headers ?? {},
        ...((typeof path !== 'string' || body !== undefined) && {
          setupRequest: (request: autocannon.Request) => ({ ...request, path: next(), ...body?.() }),
        }),
      },
    ],
  })
  const statuses = Object.keys(result.statusCodeStats ?? {})
  const total = result.requests.total
  if (result.errors > 0 || statuses.some((given) => given !== String(status))) {
    throw new Error(`${name}: ${result.errors} errors, answers with ${JSON.stringify(result.statusCodeStats)}`)
  }
  return {
    rate: total / result.duration,
    p99: result.latency.p99,
    server: ((cpuSeconds(server.pid) - before[0]) / total) * 1e6,
    postgres: ((cpuSeconds(options.postgres) - before[1]) / total) * 1e6,
    memory: residentBytes(server.pid),
  }
}

/**
 * Makes the client ignore bodies. It would join them as text, which takes longer than the server takes to send them.
 */
function ignoreBodies(client: autocannon.Client): void {
  Reflect.set(Reflect.get(client, 'pipelinedRequests'), 'addBody', () => {})
}

export const ratesTable = () =>
  new Table(['path', 'requests/s', '99th ms', 'server us', 'PostgreSQL us', 'MB', 'ratio', 'goal'])

/** Adds a row for each subject. `goals` names the subject to compare with, and the ratio to reach. */
export function addRates(
  table: Table,
  results: Map<string, Round[]>,
  goals: Record<string, [base: string, goal: string]> = {},
): void {
  for (const [name, rounds] of results) {
    const of = (field: keyof Round) => median(rounds.map((round) => round[field]))
    const [base, goal] = goals[name] ?? []
    // The ratio is computed within each round, because a disturbance of the round affects both.
    const ratios = rounds.map(({ rate }, index) => rate / (results.get(base ?? '')?.[index]?.rate ?? Number.NaN))
    table.add(
      name,
      format(of('rate')),
      format(of('p99'), 0),
      format(of('server'), 0),
      format(of('postgres'), 0),
      format(of('memory') / 2 ** 20, 0),
      base === undefined ? '' : `${format(median(ratios))} of ${base}`,
      goal ?? '',
    )
  }
}
