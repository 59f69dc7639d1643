import type { ListedFile } from '../../load-order/reading/listing.ts'
import { counted, sizeText } from '../../text/amounts.ts'
import { chunks, lineId } from './rows.tsx'

interface FilesData {
  /** Path of the list, or of its revision, in the API. */
  api: string
  files: readonly { name: string; bytes: number }[]
  listed: readonly ListedFile[]
}

/** Shows each file's size, and its lines that no other tab shows. */
export const Files = ({ api, files, listed }: FilesData) => (
  <section id="files" class="part" aria-labelledby="files-title">
    <h2 id="files-title" class="unseen">
      Files
    </h2>
    {files.map(({ name, bytes }, at) => (
      <div class="file" key={name}>
        <h3>{name}</h3>
        <p class="meta">
          <span>{sizeText(bytes)}</span>
          <a href={`${api}/files/${encodeURIComponent(name)}/raw`} aria-label={`Raw ${name}`}>
            raw
          </a>
        </p>
        <Lines file={listed[at]} />
      </div>
    ))}
  </section>
)

function Lines({ file }: { file: ListedFile | undefined }) {
  if (file === undefined || file.count === 0) return <p class="empty">This file is empty.</p>
  const { name, count, part, runs, isCut } = file
  if (runs.length === 0)
    return (
      <p>
        {counted(count, 'line')}
        {isCut ? ': open the raw file to see them' : ', all shown in the other tabs'}.
      </p>
    )
  return (
    <details>
      <summary>
        {part === undefined || isCut
          ? counted(count, 'line')
          : `${counted(count, 'line')}; ${othersOf(file)} ${othersOf(file) === 1 ? 'is' : 'are'} shown only here`}
      </summary>
      {runs
        .flatMap(({ from, lines }) => chunks(lines, from))
        .map(({ from, rows }) => (
          <ol class="lines" key={from} start={from}>
            {rows.map((line, place) => Line(lineId(name, from + place), line))}
          </ol>
        ))}
      {isCut && <p class="more">More lines are in the raw file.</p>}
    </details>
  )
}

const Line = (id: string, text: string) => <li id={id}>{text}</li>

const othersOf = ({ runs }: ListedFile) => runs.reduce((sum, { lines }) => sum + lines.length, 0)
