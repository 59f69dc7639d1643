/** Makes each copy button copy its own text, the text of the element that it names, or the page's link, and say so. */
export function copyTexts(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.addEventListener('click', async () => {
      const { text = document.getElementById(button.dataset.copied ?? '')?.textContent ?? location.href } =
        button.dataset
      const isCopied = await copy(text)
      button.focus() // which the older way takes from it
      const told = button.parentElement?.querySelector('[role=status]')
      if (told) told.textContent = isCopied ? 'Copied.' : `Copy it yourself: ${text}`
    })
  }
}

/** Pages without TLS have no clipboard, but for an older way. */
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
