interface PagerData {
  page: number
  total: number
  size: number
  address(page: number): string
}

/** Links to the previous and the next page. A page past the last one says so. Shows nothing if there is only one page. */
export function Pager({ page, total, size, address }: PagerData) {
  const lastPage = Math.ceil(total / size)
  const isPast = total > 0 && page > lastPage
  if (lastPage <= 1 && !isPast) return null
  return (
    <>
      {isPast && <p class="empty">This page does not exist.</p>}
      <nav class="pages" aria-label="Pages">
        {page > 1 ? <a href={address(Math.min(page - 1, lastPage))}>Previous</a> : <span />}
        <span>
          Page {page} of {lastPage}
        </span>
        {page < lastPage ? <a href={address(page + 1)}>Next</a> : <span />}
      </nav>
    </>
  )
}
