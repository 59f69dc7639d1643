/** Prints the figures of a fault test in one line: `name of the test: tried 200, lost 0`. */
export function report(test: string, figures: Record<string, number | string>): void {
  const written = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`${test}: ${written.join(', ')}\n`)
}
