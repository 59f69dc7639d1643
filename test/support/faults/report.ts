/** Prints what a drill found, in one line: `drill name: tried 200, lost 0`. */
export function report(drill: string, figures: Record<string, number | string>): void {
  const written = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`${drill}: ${written.join(', ')}\n`)
}
