import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { questionModes } from '../../core/lab/experiments/policy-measures'
import { observationSetup } from '../../core/lab/experiments/setups'

it('docs/lab-attention.md has a row for every length of the observation window, with the question seen and unseen', () => {
  const text = readFileSync(new URL('../../docs/lab-attention.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| (seen|unseen) \| (\d+) \|/gm)].map(([, question, queries]) => `${question} ${queries}`)
  expect(new Set(rows).size).toBe(questionModes.length * observationSetup.windows.length)
  expect(rows).toEqual(['seen', 'unseen'].flatMap((question) => observationSetup.windows.map((queries) => `${question} ${queries}`)))
})
