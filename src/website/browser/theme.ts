// The one script that runs before anything is painted: it sets the colours that the reader has chosen, so that none flash.

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
    // storage is switched off: the choice holds for this page
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
