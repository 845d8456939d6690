import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { copy } from '../../core/copy/copy'
import { measuredHits } from '../../core/lab/experiments/measured-hits'
import { resultToMarkdown, tableOf } from '../../core/lab/experiments/result-table'
import { wallsSetup } from '../../core/lab/experiments/setups'
import { policies } from '../../core/lab/policies/all'

it('docs/lab-walls.md has a row for every policy at every block size', () => {
  const text = readFileSync(new URL('../../docs/lab-walls.md', import.meta.url), 'utf8')
  const [, table = ''] = text.split('\n---\n')
  const rows = [...table.matchAll(/^\| ([\w-]+) \| \w+ \| \d+ \| \d* \| (\d+) \|/gm)].map(([, policy, block]) => `${policy} ${block}`)
  expect(rows).toEqual(policies.flatMap(({ name }) => wallsSetup.blockTokens.map((block) => `${name} ${block}`)))
})

it('docs/lab-walls.md has the columns and notes that the command prints, and says that the question was seen', () => {
  const text = readFileSync(new URL('../../docs/lab-walls.md', import.meta.url), 'utf8')
  const printed = (name: 'both-walls' | 'smallest-budget') =>
    resultToMarkdown(tableOf({ name, model: 'Pocket', seed: 7, rows: [] }, copy.lab.results), '').split('\n')
  const ofBudgets = printed('smallest-budget').filter((line) => line.startsWith('| policy'))
  expect([...printed('both-walls'), ...ofBudgets].filter((line) => !text.includes(line))).toEqual([])
  expect(text).toContain('passkeys recalled, question seen, %')
})

it('the planner quotes the prefix hits of docs/lab-walls.md', () => {
  const { policy, budgetTokens, blockTokens, ...hits } = measuredHits
  const text = readFileSync(new URL('../../docs/lab-walls.md', import.meta.url), 'utf8')
  const row = text.split('\n').find((line) => line.startsWith(`| ${policy} |`) && line.includes(`| ${budgetTokens} | ${blockTokens} |`))
  const [none, holeFill, repack] = (row?.split(' | ') ?? []).slice(-5).map(Number)
  expect({ none, holeFill, repack }).toEqual(hits)
  expect(copy.planner.publishedFigures().compaction.arithmetic).toContain(
    'finds 100% of it without compaction, 0% after hole-filling and 0% after repacking',
  )
})
