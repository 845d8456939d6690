import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { wallsSetup } from '../../core/lab/experiments/setups'
import { policies } from '../../core/lab/policies/all'

it('docs/lab-walls.md has a row for every policy at every block size', () => {
  const text = readFileSync(new URL('../../docs/lab-walls.md', import.meta.url), 'utf8')
  const [, table = ''] = text.split('\n---\n')
  const rows = [...table.matchAll(/^\| ([\w-]+) \| \w+ \| \d+ \| \d* \| (\d+) \|/gm)].map(([, policy, block]) => `${policy} ${block}`)
  expect(rows).toEqual(policies.flatMap(({ name }) => wallsSetup.blockTokens.map((block) => `${name} ${block}`)))
})
