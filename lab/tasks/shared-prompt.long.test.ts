import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type QuestionMode, questionModes } from '../../core/lab/experiments/policy-measures'
import { policies } from '../../core/lab/policies/all'
import { h2o } from '../../core/lab/policies/attention/h2o'
import { snapKv, snapKvWith } from '../../core/lab/policies/attention/snapkv'
import { fullCache } from '../../core/lab/policies/blind/full-cache'
import { slidingWindow } from '../../core/lab/policies/blind/sliding-window'
import type { EvictionPolicy } from '../../core/lab/selection/policy'
import { ContiguousCache } from '../cache/contiguous-cache'
import { Evictor } from '../eviction/evictor'
import { type GeometryOf, measureGeometry } from '../eviction/measure-geometry'
import { generate, readTokens, writeAnswer } from '../forward/generate'
import { cacheShapeFor } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { readLabModel } from '../model/read-model'
import { calibration } from '../texts/heldout'
import { type PromptTokens, promptsOf, tokensOfPrompt } from './prompts'
import { type CompressedAnswer, SharedPrompt } from './shared-prompt'

let model: LabModel
let geometry: GeometryOf
let prompt: PromptTokens
let shared: SharedPrompt
const answerTokens = 12
const slackTokens = 16
beforeAll(async () => {
  model = await readLabModel(fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))
  geometry = measureGeometry(model, model.tokenizer.encode(calibration).subarray(0, 200))
  const [first] = promptsOf('multi-key', model.tokenizer, 7, 1)
  if (!first) throw new Error('Expected a prompt')
  prompt = tokensOfPrompt(model.tokenizer, first)
  shared = new SharedPrompt(model, prompt, geometry, answerTokens)
})

/** The policy reads the whole prompt itself. */
function alone(policy: EvictionPolicy, budgetTokens: number, mode: QuestionMode) {
  const { context, question } = prompt
  const length = context.length + question.length
  const cache = new ContiguousCache(cacheShapeFor(model, length + answerTokens))
  const evictor = new Evictor(cache, { policy, budgetTokens, slackTokens, geometry }, model)
  const own = { model, cache, sequence: 0, attend: evictor.attend, afterStep: () => evictor.afterStep() }
  const read = mode === 'query-aware' ? Int32Array.of(...context, ...question) : context
  let next = readTokens(own, read, 0)
  evictor.afterPrompt(read)
  if (mode === 'query-agnostic') next = readTokens(own, question, context.length)
  return { text: model.tokenizer.decode(writeAnswer(own, next, length, answerTokens)), peakScores: evictor.cost.peakScores }
}

describe('a prompt that is read once for all policies', () => {
  describe('with all policies side by side', () => {
    const cases = policies.flatMap((policy) => questionModes.map((mode) => ({ policy, budgetTokens: 96, slackTokens, mode })))
    let answers: readonly CompressedAnswer[]
    beforeAll(() => {
      answers = shared.answers(cases)
    })
    it.each(cases.map(({ policy, mode }, at) => [policy.name, mode, at] as const))(
      'lets %s (%s) answer as if it had read the prompt alone',
      (_policy, _mode, at) => {
        const { policy, mode } = cases[at] as (typeof cases)[number]
        expect(answers[at]?.text).toBe(alone(policy, 96, mode).text)
      },
    )
  })
  it('gives the model’s own answer if no cells are removed, in both modes', () => {
    const whole = Int32Array.of(...prompt.context, ...prompt.question)
    const cache = new ContiguousCache(cacheShapeFor(model, whole.length + answerTokens))
    const reader = new Evictor(cache, { policy: fullCache, budgetTokens: 1000, slackTokens, geometry }, model)
    const expected = model.tokenizer.decode(generate({ model, cache, sequence: 0, attend: reader.attend }, whole, answerTokens))
    const answers = shared.answers(questionModes.map((mode) => ({ policy: fullCache, budgetTokens: 1000, slackTokens, mode })))
    expect(answers).toMatchObject([
      { text: expected, removedShare: 0 },
      { text: expected, removedShare: 0 },
    ])
  })
  it('counts the scores that each policy alone would store', () => {
    for (const policy of [h2o, snapKv, snapKvWith(64), slidingWindow]) {
      const [answer] = shared.answers([{ policy, budgetTokens: 96, slackTokens, mode: 'query-aware' }])
      expect([policy.observes, answer?.peakScores]).toEqual([policy.observes, alone(policy, 96, 'query-aware').peakScores])
    }
  })
  it('reports the share of removed cells, counting only the context if the question is unseen', () => {
    const { context, question } = prompt
    const removed = (mode: QuestionMode) => shared.answers([{ policy: snapKv, budgetTokens: 96, slackTokens, mode }])[0]?.removedShare
    expect(removed('query-agnostic')).toBeCloseTo(1 - 96 / context.length, 9)
    expect(removed('query-aware')).toBeCloseTo(1 - 96 / (context.length + question.length), 9)
  })
})
