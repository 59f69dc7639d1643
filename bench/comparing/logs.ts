import { createDiffer } from '../../src/compare/differ.ts'
import { orderOfFiles } from '../../src/compare/load-orders/service.ts'
import { readLoadOrder } from '../../src/load-order/reading/read.ts'
import { type BenchOptions, format, median, Table } from '../support/report.ts'
import { filesOf, load, timed } from './cost.ts'
import { hostileLogs } from './load-orders.ts'

const RUNS = 15
const KB = 1_000

/** Processor time in milliseconds within which a log is read. */
const GOALS = { real: 15, hostile: 100 }

/** The longest time in milliseconds that the server itself may be busy. */
const BUSY_GOAL = 50

/**
 * Measures how long it takes to read a crash log of 200 KB, and texts of 1 MiB made to be slow to read: alone, and as
 * POST /v1/analyse does, in processor time of the server and its worker. The server's own time is what others wait for.
 */
export async function benchLogs({ quick, markdown }: BenchOptions): Promise<void> {
  const table = new Table(['log', 'first CPU ms', 'CPU ms', 'goal', 'analyse CPU ms', 'server CPU ms', 'goal', 'ms'])
  const differ = createDiffer({ cacheBytes: 0, maxQueue: 100, maxWorkers: 1 })
  const context = { differ } as Parameters<typeof orderOfFiles>[0]
  const logs = [
    { name: 'crash.log', what: 'a log of 200 KB', text: logOf(200 * KB) },
    ...hostileLogs(quick ? 2 ** 16 : undefined),
  ]
  try {
    for (const { name, what, text } of logs) {
      const own: number[] = []
      const analysed: Record<'cpu' | 'ownCpu' | 'ms', number[]> = { cpu: [], ownCpu: [], ms: [] }
      for (let run = 0; run < (quick ? 2 : RUNS); run++) {
        own.push((await timed(async () => readLoadOrder([{ name, text }]))).ownCpu)
        const files = filesOf({ [name]: text })
        const { signal } = new AbortController()
        const { cpu, ownCpu, ms } = await timed(() => orderOfFiles(context, files, null, load, signal))
        analysed.cpu.push(cpu)
        analysed.ownCpu.push(ownCpu)
        analysed.ms.push(ms)
      }
      const goal = what === logs[0]?.what ? GOALS.real : GOALS.hostile
      const figures = [own[0] ?? 0, median(own), goal, median(analysed.cpu), median(analysed.ownCpu), BUSY_GOAL]
      table.add(what, ...[...figures, median(analysed.ms)].map((value) => format(value)))
    }
  } finally {
    await differ.close()
  }
  process.stdout.write(`${table.print('logs', markdown)}\n`)
}

/** Returns a log of Crash Logger SSE of about this size, in the proportions of a real one. */
function logOf(size: number): string {
  const fill = (share: number, line: (at: number) => string) => {
    const lines: string[] = []
    for (let at = 0, left = size * share; left > 0; at++) {
      lines.push(line(at))
      left -= (lines[at] ?? '').length + 1
    }
    return lines
  }
  const hex = (at: number, digits: number) => (at * 7_919).toString(16).toUpperCase().padStart(digits, '0')
  return [
    ...['Skyrim SSE v1.6.640', 'CrashLoggerSSE v1-11-1-0 Nov 18 2023 13:56:33', ''],
    ...['Unhandled exception "EXCEPTION_ACCESS_VIOLATION" at 0x7FFA613A5191 skee64.dll+001DAE5', ''],
    'PROBABLE CALL STACK:',
    ...fill(0.05, (at) => `\t[${at}] 0x7FF7${hex(at, 8)}     Mod ${at % 40}.dll+${hex(at, 7)}\ttest rax, rax`),
    'REGISTERS:',
    ...fill(0.05, (at) => `\tR${at % 16} 0x2CA5${hex(at, 8)}      (Character*)\n\t\tFile: "Mod ${at % 30}.esp"`),
    'STACK:',
    ...fill(0.5, (at) => `\t[RSP+${hex(at, 4)}] 0x2CA5${hex(at, 8)}      (TESNPC*)\n\t\tFile: "Mod ${at % 900}.esp"`),
    'MODULES:',
    ...fill(0.1, (at) => `\tModule ${at}.dll                  0x7FF7${hex(at, 8)}`),
    'SKSE PLUGINS:',
    ...fill(0.05, (at) => `\tMod ${at}.dll v1.${at}.0`),
    'PLUGINS:',
    ...fill(0.25, (at) => `\t[FE:${hex(at, 3).slice(-3)}] Mod of somebody ${at}.esp`),
  ].join('\n')
}
