import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { read } from '../support/project.ts'

it('deploy/alerts.yml gives each rule a severity and a whole sentence, and nothing that a comma has cut off', () => {
  const { groups } = parse(read('deploy/alerts.yml')) as { groups: { rules: Record<string, unknown>[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(5)
  for (const rule of rules)
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Catalog[A-Z]\w+$/),
      expr: expect.any(String),
      for: expect.stringMatching(/^\d+[mhd]$/),
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
      annotations: { summary: expect.stringMatching(/^[A-Z].*\.$/) },
    })
})
