import { SingleBar } from 'cli-progress'
import { sizeText } from '../text/amounts.ts'

/** Receives how much of the work is done. */
export type Progress = (done: number, all: number) => void

/**
 * Shows a progress bar on the stream while `work` runs, and clears it at the end. Without a stream, shows nothing. In
 * the format, {size} stands for the total in bytes.
 */
export async function withProgressBar<T>(
  stream: NodeJS.WritableStream | undefined,
  format: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (stream === undefined) return work(() => {})
  // With gracefulExit, Ctrl-C would stop the bar but not the program.
  const bar = new SingleBar({ stream, format, clearOnComplete: true, gracefulExit: false })
  let isShown = false
  try {
    return await work((done, all) => {
      if (!isShown) bar.start(all, 0, { size: sizeText(all) })
      isShown = true
      bar.update(done)
    })
  } finally {
    bar.stop()
  }
}
