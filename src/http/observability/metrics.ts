import { setTimeout } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** The current value of a metric, or its values by labels. If undefined, the metric is absent. */
type Values = number | (readonly [labels: Record<string, string>, value: number])[] | undefined

/** Adds a metric to the registry. `read` is called whenever the metrics are requested. */
type AddMetric = (name: string, help: string, read: () => Values | Promise<Values>, labelNames?: string[]) => void

/** How long a request for the metrics waits for the database, in milliseconds. */
const WAIT_MS = 3_000

/** Returns the result of `work`, or undefined if it fails, or does not end while the metrics wait for the database. */
export const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), setTimeout(WAIT_MS, undefined, { ref: false })])

export interface Metrics {
  registry: Registry
  gauge: AddMetric
  counter: AddMetric
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, gauge: adder(Gauge, registry), counter: adder(Counter, registry) }
}

const adder =
  (Metric: typeof Gauge | typeof Counter, registry: Registry): AddMetric =>
  (name, help, read, labelNames = []) => {
    const collect = async () => {
      const values = await read()
      metric.reset()
      if (labelNames.length === 0) metric.remove() // otherwise it would be 0
      if (values === undefined) return
      const series = typeof values === 'number' ? [[{}, values] as const] : values
      for (const [labels, value] of series) metric.inc(labels, value)
    }
    const metric = new Metric({ name, help, labelNames, registers: [registry], collect })
  }
