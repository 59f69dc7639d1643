import { DROPPED_EARLY, type DroppedItem, droppedItems } from '../upload/dropped-items.ts'

/**
 * Loads the script of an upload form when the form is used, since most visitors of the front page do not use it: when
 * the pointer or the focus enters the form, or files are dragged over the page.
 */
export function loadUploadScript(): void {
  const form = document.querySelector<HTMLFormElement>('form.upload[data-script]')
  const source = form?.dataset.script
  if (!form || source === undefined) return
  let isLoading = false
  const load = async () => {
    if (isLoading) return
    isLoading = true
    await import(source) // an element's `src` would need a policy of Trusted Types
    for (const type of ['dragover', 'drop'] as const) document.removeEventListener(type, wait)
    if (early.length > 0) document.dispatchEvent(new CustomEvent(DROPPED_EARLY, { detail: early }))
  }
  for (const type of ['pointerenter', 'focusin', 'change'] as const) form.addEventListener(type, load, { once: true })
  document.addEventListener('dragenter', load, { once: true })
  // What is dropped before the script has come is handed over to it. The browser must not open it instead.
  let early: DroppedItem[] = []
  const wait = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files') || (event.target as Element).closest('.read-log')) return
    event.preventDefault()
    if (event.type === 'drop') early = droppedItems(event.dataTransfer)
  }
  for (const type of ['dragover', 'drop'] as const) document.addEventListener(type, wait)
}

/** Reads a crash log at once when it is pasted into its form, or its file is chosen there or dropped on it. */
export function readLogAtOnce(): void {
  const form = document.querySelector<HTMLFormElement>('form.read-log')
  const door = form?.closest('.door')
  const [text, file] = [form?.querySelector('textarea'), form?.querySelector<HTMLInputElement>('[type=file]')]
  if (!form || !door || !text || !file) return
  text.addEventListener('paste', () => setTimeout(() => text.value.trim() !== '' && form.requestSubmit()))
  file.addEventListener('change', () => file.value !== '' && form.requestSubmit())
  for (const type of ['dragover', 'dragleave', 'drop'] as const) {
    form.addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      door.classList.toggle('over', type === 'dragover')
      if (type !== 'drop') return
      file.files = event.dataTransfer.files
      form.requestSubmit()
    })
  }
}
