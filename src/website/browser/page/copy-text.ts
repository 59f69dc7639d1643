import { element } from '../element.ts'

/**
 * Makes the copy buttons work. A button copies its `data-text`, the text of the element with the id in `data-copied`,
 * or the page's address. A link with the class `copied` copies the text that it leads to, or opens it if that fails.
 * The status next to a button or link says whether it worked.
 */
export function copyTexts(): void {
  document.addEventListener('click', async (event) => {
    const control = event.target instanceof Element ? event.target.closest('button.copy, a.copied') : null
    if (!(control instanceof HTMLElement)) return
    event.preventDefault()
    const link = control instanceof HTMLAnchorElement ? control.href : undefined
    const text = link === undefined ? textOf(control) : await textAt(link)
    const isCopied = text !== undefined && (await copy(text))
    if (link !== undefined && !isCopied) return location.assign(link)
    control.focus() // the fallback has moved the focus
    const status = control.closest('.actions, .foot')?.querySelector('.outcome')
    if (status) status.textContent = isCopied ? 'Copied.' : `Copy it yourself: ${text}`
  })
}

const textOf = ({ dataset: { text, copied = '' } }: HTMLElement): string =>
  text ?? document.getElementById(copied)?.textContent ?? location.href

async function textAt(address: string): Promise<string | undefined> {
  const response = await fetch(address).catch(() => undefined)
  return response?.ok === true ? response.text() : undefined
}

/**
 * Copies a text, and returns whether it worked. Pages without TLS have no `navigator.clipboard`, only `execCommand`.
 */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = element('textarea', { value: text })
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
