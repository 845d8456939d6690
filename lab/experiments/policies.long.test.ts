import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { questionModes } from '../../core/lab/experiments/policy-measures'
import { policies } from '../../core/lab/policies/all'
import type { PolicyName } from '../../core/lab/selection/policy'
import { measureGeometry } from '../eviction/measure-geometry'
import type { LabModel } from '../model/model'
import { readLabModel } from '../model/read-model'
import { promptsOf, tokensOfPrompt } from '../tasks/prompts'
import { SharedPrompt } from '../tasks/shared-prompt'
import type { TaskPrompt } from '../tasks/task-prompt'
import { calibration } from '../texts/heldout'
import { compressionOf, runPolicies } from './policies'

let model: LabModel
beforeAll(async () => {
  model = await readLabModel(fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))
})
const run = (choices: Parameters<typeof runPolicies>[0]['choices']) =>
  runPolicies({ model, seed: 7, choices, prompts: 4, report: () => {} }).rows

/** Policies that cannot remove exactly what a ratio asks for. */
const inexact: readonly PolicyName[] = ['full', 'quest', 'scissorhands', 'pyramidkv', 'chunkkv', 'duo-attention']
const exact = policies.filter(({ name }) => !inexact.includes(name))

describe('a compression ratio', () => {
  it.each(questionModes)('is removed from each prompt, to one cell, by policies that keep exactly their budget (%s)', (mode) => {
    const geometry = measureGeometry(model, model.tokenizer.encode(calibration).subarray(0, 200))
    const [first] = promptsOf('needle', model.tokenizer, 7, 1)
    const prompt = tokensOfPrompt(model.tokenizer, first as TaskPrompt)
    const cells = mode === 'query-agnostic' ? prompt.context.length : prompt.context.length + prompt.question.length
    // 0.04: fewer cells than the margin by which some policies may exceed a budget.
    const cases = exact.flatMap((policy) => [0.04, 0.5].map((ratio) => ({ policy, budget: { ratio }, mode })))
    const answers = new SharedPrompt(model, prompt, geometry, 1).answers(cases.map((one) => compressionOf(one, prompt)))
    cases.forEach(({ policy, budget: { ratio } }, at) => {
      const missedCells = Math.abs((answers[at]?.removedShare ?? 0) - ratio) * cells
      expect(missedCells, `${policy.name}, ${ratio}`).toBeLessThanOrEqual(1)
    })
  })
  it('is printed next to the ratio that was removed, with the question seen and unseen', () => {
    const rows = run({ ratios: [0.5], tasks: ['needle'], policies: ['window'] })
    expect(rows).toMatchObject(questionModes.map((mode) => ({ mode, askedRatio: 0.5, budgetTokens: null })))
    for (const { compressionRatio } of rows) expect(compressionRatio).toBeCloseTo(0.5, 2)
  })
  it('is a share of the first half of a text, in the measure of perplexity', () => {
    const rows = run({ ratios: [0.4], tasks: ['perplexity'], modes: ['query-agnostic'], policies: ['random'] })
    // 60% of 160 cells, and the 159 after them that were read.
    expect(rows).toMatchObject([{ policy: 'random', askedRatio: 0.4, budgetTokens: null, heldCells: 96 + 159 }])
  })
  it('is refused before any work if it leaves fewer cells than a policy always keeps', () => {
    const reports: number[] = []
    const choices = { ratios: [0.5, 0.95], tasks: ['needle'], policies: ['duo-attention'] } as const
    try {
      runPolicies({ model, seed: 7, choices, report: (share) => reports.push(share) })
      expect.unreachable()
    } catch (error) {
      expect(failureOf(error)).toMatchObject({ code: 'lab-budget-too-small', facts: { policy: 'duo-attention', leastTokens: 21 } })
    }
    expect(reports).toEqual([])
  })
})
