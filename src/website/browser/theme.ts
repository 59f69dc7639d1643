// This script runs before the first paint. It sets the colours that the reader has chosen, so that the others never
// flash.

const root = document.documentElement
root.classList.add('js')

const KEY = 'theme'
const chosen = read()
if (chosen !== null) root.dataset.theme = chosen

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('.theme') === null) return
  const isDark = getComputedStyle(root).colorScheme === 'dark' || (!root.dataset.theme && prefersDark())
  const next = isDark ? 'light' : 'dark'
  root.dataset.theme = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Storage is disabled: the choice applies to this page only.
  }
})

function prefersDark() {
  return matchMedia('(prefers-color-scheme: dark)').matches
}

function read() {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : null
  } catch {
    return null
  }
}
