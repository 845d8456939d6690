import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { policies } from '../../core/lab/policies/all'
import { fullCache } from '../../core/lab/policies/blind/full-cache'

it('docs/lab-policies.md has a row for every policy at every budget', () => {
  const text = readFileSync(new URL('../../docs/lab-policies.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| ([\w-]+) \| (\w+) \| (\d*) \|/gm)].map(([, ...cells]) => cells.join(' ').trim())
  const budgetsOf = (policy: (typeof policies)[number]) => (policy === fullCache ? [''] : ['48', '96', '192'])
  expect(rows).toEqual(policies.flatMap((policy) => budgetsOf(policy).map((budget) => `${policy.name} ${policy.signal} ${budget}`.trim())))
})
