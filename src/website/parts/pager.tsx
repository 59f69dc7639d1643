interface PagerData {
  page: number
  lastPage: number
  address(page: number): string
}

/** Links to the previous and the next page. Shows nothing if there is only one page. */
export const Pager = ({ page, lastPage, address }: PagerData) =>
  lastPage > 1 && (
    <nav class="pages" aria-label="Pages">
      {page > 1 ? <a href={address(Math.min(page - 1, lastPage))}>Previous</a> : <span />}
      <span>
        Page {page} of {lastPage}
      </span>
      {page < lastPage ? <a href={address(page + 1)}>Next</a> : <span />}
    </nav>
  )
