/** Gives the line that is pointed at a link to its own address: one link, which goes along, as there are thousands of lines. */
export function addressLines(): void {
  const link = document.createElement('a')
  link.className = 'line-link'
  link.textContent = '#'
  link.setAttribute('aria-label', 'Link to this line')
  document.addEventListener('pointerover', ({ target }) => {
    const line = target instanceof Element ? target.closest<HTMLElement>('.rows > li[id], .lines > li') : null
    if (line === null || line.contains(link)) return
    link.hash = line.id
    link.href = `#${encodeURIComponent(line.id)}`
    line.append(' ', link)
  })
}
