import { expect, it } from 'vitest'
import { routeTable } from '../../scripts/route-table.ts'
import { read } from '../support/project.ts'

it('docs/architecture.md has all routes, as `npm run routes` writes them', async () => {
  expect(read('docs/architecture.md')).toContain(`<!-- routes -->\n${await routeTable()}<!-- end of routes -->`)
})
