import { Presets, SingleBar } from 'cli-progress'
import { sizeText } from '../../../text/amounts.ts'
import type { Progress } from '../api.ts'

/** Returns a progress bar for a form that is sent. Without a terminal it shows nothing. */
export function uploadProgress(stream: NodeJS.WritableStream | undefined): Progress {
  if (stream === undefined) return { begin: () => {}, sent: () => {}, end: () => {} }
  const bar = new SingleBar(
    { stream, format: 'Uploading [{bar}] {percentage}% of {size}', hideCursor: true, gracefulExit: false },
    Presets.legacy,
  )
  return {
    begin: (bytes) => bar.start(bytes, 0, { size: sizeText(bytes) }),
    sent: (bytes) => bar.update(bytes),
    end: () => bar.stop(),
  }
}
