/**
 * Makes the copy buttons work. A button copies its `data-text`, the text of the element with the id in `data-copied`,
 * or the page's address. The status next to the button says whether it worked.
 */
export function copyTexts(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.addEventListener('click', async () => {
      const { text = document.getElementById(button.dataset.copied ?? '')?.textContent ?? location.href } =
        button.dataset
      const isCopied = await copy(text)
      button.focus() // the fallback has moved the focus
      const status = button.parentElement?.querySelector('[role=status]')
      if (status) status.textContent = isCopied ? 'Copied.' : `Copy it yourself: ${text}`
    })
  }
}

/** Makes a link to a text copy the text. Without this script, the link opens it. */
export function copyLinkedTexts(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a.copied')) {
    link.addEventListener('click', async (event) => {
      event.preventDefault()
      const response = await fetch(link.href).catch(() => undefined)
      const isCopied = response?.ok === true && (await copy(await response.text()))
      if (!isCopied) return void location.assign(link.href)
      link.focus()
      const status = link.parentElement?.querySelector('[role=status]')
      if (status) status.textContent = 'Copied.'
    })
  }
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
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
