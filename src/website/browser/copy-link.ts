/** Has each copy button copy the link that it stands for, and say so. */
export function copyLinks(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.addEventListener('click', async () => {
      const isCopied = await copy(location.href)
      const told = button.parentElement?.querySelector('[role=status]')
      if (told) told.textContent = isCopied ? 'Copied.' : `Copy it yourself: ${location.href}`
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
