import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { experimentNames } from '../../core/lab/experiments/experiment'
import { heldOut, naivePrompt } from '../../core/lab/experiments/setups'
import { kvRows } from '../../core/lab/kv-rows'
import { logProbability } from '../../core/lab/softmax'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { forward } from '../forward/forward'
import { cacheShapeFor } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { readLabModel } from '../model/read-model'
import { asPrompt, documents, passkeys } from '../texts/heldout'
import { experiments } from './all'
import { recalls, surprise } from './quality'

let model: LabModel
beforeAll(async () => {
  model = await readLabModel(fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))
})
const setup = () => ({ cache: new ContiguousCache(cacheShapeFor(model, 320)), attend: onlineAttention() })

describe('the measures of quality', () => {
  it('give the same perplexity in chunks of 16 as in one pass over the text', () => {
    const tokens = model.tokenizer.encode(documents[0] as string).subarray(0, 100)
    const positions = Int32Array.from(tokens, (_, t) => t)
    const { cache, attend } = setup()
    const logits = forward(model, cache, [{ sequence: 0, tokens, positions }], { attend, logits: 'all' })
    let nats = 0
    for (let t = 0; t < 99; t++)
      nats -= logProbability(logits.subarray(t * model.shape.vocabulary, (t + 1) * model.shape.vocabulary), tokens[t + 1] as number)
    const chunked = surprise(model, setup(), tokens)
    expect(chunked.tokens).toBe(99)
    expect(chunked.nats).toBeCloseTo(nats, 3)
  })
  it('count a fact as recalled only if the answer names it', () => {
    const near = passkeys.find(({ depth }) => depth === 1)
    if (!near) throw new Error('Expected a passkey at the end of its prompt')
    expect(recalls(model, setup(), near)).toBe(true)
    expect(recalls(model, setup(), { ...near, expected: 'no such number' })).toBe(false)
  })
})

describe('the experiments', () => {
  it('use as many held-out texts as the reports say', () => {
    expect([documents.length, passkeys.length]).toEqual([heldOut.documents, heldOut.passkeys])
  })
  it('are complete, with one experiment for each name', () => {
    expect(Object.keys(experiments).toSorted()).toEqual(experimentNames.toSorted())
  })
  it('refuse a budget below the smallest budget of a policy, before they measure anything', () => {
    const reports: unknown[] = []
    try {
      experiments.policies({ model, seed: 7, choices: { budgets: [8] }, report: (_, work) => reports.push(work) })
      expect.unreachable()
    } catch (error) {
      expect(failureOf(error)).toEqual({
        code: 'lab-budget-too-small',
        facts: { policy: 'scissorhands', budgetTokens: 8, leastTokens: 11 },
      })
    }
    expect(reports).toEqual([])
  })
  it('that compare runs with and without a cache generate the same tokens, and count the rows of K and V that each run computes', () => {
    const { rows } = experiments['naive-or-cached']({ model, seed: 7, choices: {}, report: () => {} })
    expect(rows.map(({ isSame }) => isSame)).toEqual([true, true, true, true])
    const promptTokens = model.tokenizer.encode(asPrompt(naivePrompt)).length
    // K and V of six layers.
    const counted = [8, 16, 32, 64].map((outputTokens) => kvRows(promptTokens, outputTokens))
    expect(rows.map(({ naiveRows }) => naiveRows)).toEqual(counted.map(({ naive }) => 12 * naive))
    expect(rows.map(({ cachedRows }) => cachedRows)).toEqual(counted.map(({ cached }) => 12 * cached))
  })
})
