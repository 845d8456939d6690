import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { copy } from '../../core/copy/copy'
import { resultToMarkdown, tableOf } from '../../core/lab/experiments/result-table'
import { policies } from '../../core/lab/policies/all'
import { fullCache } from '../../core/lab/policies/blind/full-cache'
import { quest } from '../../core/lab/policies/keys/quest'

it('docs/lab-policies.md has a row for every policy at every budget, with the question seen and unseen if the policy evicts', () => {
  const text = readFileSync(new URL('../../docs/lab-policies.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| ([\w-]+) \| (\w+) \| (\w*) \| (\d*) \|/gm)].map(([, ...cells]) => cells.join(' '))
  const budgetsOf = (policy: (typeof policies)[number]) => (policy === fullCache ? [''] : ['48', '96', '192'])
  const questionsOf = (policy: (typeof policies)[number]) => (policy === fullCache || policy === quest ? [''] : ['seen', 'unseen'])
  expect(rows).toEqual(
    policies.flatMap((policy) =>
      budgetsOf(policy).flatMap((budget) => questionsOf(policy).map((question) => `${policy.name} ${policy.signal} ${question} ${budget}`)),
    ),
  )
})

it('docs/lab-policies.md has the columns and the notes that the command prints', () => {
  const text = readFileSync(new URL('../../docs/lab-policies.md', import.meta.url), 'utf8')
  const rows = policies.map(({ name }) => ({ policy: name }))
  const table = tableOf({ name: 'policies', model: 'Pocket', seed: 7, rows }, copy.lab.results)
  const printed = resultToMarkdown({ ...table, rows: [] }, '')
  expect(printed.split('\n').filter((line) => !text.includes(line))).toEqual([])
})
