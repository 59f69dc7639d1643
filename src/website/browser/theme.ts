import { forBrowser } from './storage.ts'

// Runs before the first paint, so that only the colours that the reader has chosen are seen.

const root = document.documentElement
root.classList.add('js')

const KEY = 'theme'
const chosen = forBrowser.get(KEY)
if (chosen !== null) root.dataset.theme = chosen

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('.theme') === null) return
  const shown = root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  root.dataset.theme = shown === 'dark' ? 'light' : 'dark'
  forBrowser.set(KEY, root.dataset.theme)
})
