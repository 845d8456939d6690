/**
 * The Lab's accuracy gate: the smallest budget whose loss against the full cache is within a limit. Both caches read the same tokens or
 * prompts, so the error is the error of the differences.
 */
import { meanOf } from '../../core/compare/statistics/estimate'
import { resultOf } from '../../core/lab/experiments/experiment'
import { gateSetup } from '../../core/lab/experiments/setups'
import { isWithin, type Loss, smallestPassing } from '../../core/lab/experiments/smallest-passing'
import { policiesFor } from '../../core/lab/policies/all'
import { fullCache } from '../../core/lab/policies/blind/full-cache'
import type { EvictionPolicy, PolicyName } from '../../core/lab/selection/policy'
import { ContiguousCache } from '../cache/contiguous-cache'
import { Evictor } from '../eviction/evictor'
import { type GeometryOf, measureGeometry } from '../eviction/measure-geometry'
import { cacheShapeFor, type RunExperiment } from '../forward/lab-session'
import type { LabModel } from '../model/model'
import { calibration, documents, passkeys } from '../texts/heldout'
import { recalls, type Setup, surprise } from './quality'

interface Row {
  readonly policy: PolicyName
  readonly measure: 'perplexity' | 'recall'
  /** Losses are percentages of the full cache's perplexity, or points of recall. */
  readonly mostLoss: number
  /** null if no budget is enough. */
  readonly budgetTokens: number | null
  readonly loss: number | null
  readonly error: number | null
  /** The largest budget that was tried and refused. */
  readonly refusedTokens: number | null
  readonly refusedLoss: number | null
  readonly refusedError: number | null
  readonly tried: number
}

type SetupOf = (cells: number) => Setup

const { stepTokens, mostTokens, textTokens, mostPerplexityLoss } = gateSetup
const slackTokens = 16
const texts = documents.slice(0, gateSetup.documents)
const asked = passkeys.filter((_, index) => index % (passkeys.length / gateSetup.passkeys) === 0)
const promptCells = 320

export const runSmallestBudget: RunExperiment = ({ model, seed, choices: { gate }, report }) => {
  const { measure, mostLoss } = gate ?? { measure: 'perplexity', mostLoss: mostPerplexityLoss }
  // Quest reads all pages if a step has several tokens, so it does not change the perplexity of a text.
  const isMeasured = ({ name, savesMemory }: EvictionPolicy) => savesMemory || (measure === 'recall' && name !== fullCache.name)
  const policies = policiesFor(seed, gate?.policies).filter(isMeasured)
  const geometry = measureGeometry(model, model.tokenizer.encode(calibration).subarray(0, 512))
  const scoresOf = (setupOf: SetupOf) => (measure === 'perplexity' ? natsOf(model, setupOf) : missesOf(model, setupOf))
  const reference = scoresOf(setupWith(model, fullCache, mostTokens, geometry))
  const rows = policies.map((policy, index): Row => {
    const budgets = Array.from({ length: mostTokens / stepTokens }, (_, i) => (i + 1) * stepTokens).filter((b) => b >= policy.leastTokens)
    const lossAt = (budget: number): Loss => {
      report(index / policies.length, { kind: 'policy', policy: policy.name, budgetTokens: budget })
      const scores = scoresOf(setupWith(model, policy, budget, geometry))
      const { value, error } = meanOf(scores.map((score, i) => score - (reference[i] as number)))
      if (measure === 'recall') return { loss: 100 * value, error: 100 * error }
      return { loss: 100 * Math.expm1(value), error: 100 * Math.exp(value) * error }
    }
    const { passing, failing, tried } = smallestPassing(budgets, lossAt, (loss) => isWithin(loss, mostLoss))
    return {
      policy: policy.name,
      measure,
      mostLoss,
      budgetTokens: passing?.candidate ?? null,
      loss: passing?.measured.loss ?? null,
      error: passing?.measured.error ?? null,
      refusedTokens: failing?.candidate ?? null,
      refusedLoss: failing?.measured.loss ?? null,
      refusedError: failing?.measured.error ?? null,
      tried,
    }
  })
  return resultOf('smallest-budget', { model: model.name, seed }, rows)
}

/** -ln p of each token. */
const natsOf = (model: LabModel, setupOf: SetupOf): readonly number[] =>
  texts.flatMap((text) => surprise(model, setupOf(textTokens), model.tokenizer.encode(text).subarray(0, textTokens)).each)

/** For each prompt: 1 if its fact is lost, otherwise 0. */
const missesOf = (model: LabModel, setupOf: SetupOf): readonly number[] =>
  asked.map((passkey) => (recalls(model, setupOf(promptCells), passkey) ? 0 : 1))

const setupWith =
  (model: LabModel, policy: EvictionPolicy, budgetTokens: number, geometry: GeometryOf): SetupOf =>
  (cells) => {
    const cache = new ContiguousCache(cacheShapeFor(model, cells))
    const evictor = new Evictor(cache, { policy, budgetTokens, slackTokens, geometry }, model)
    const afterPrompt = (prompt: Int32Array) => evictor.afterPrompt(prompt)
    return { cache, attend: evictor.attend, afterStep: () => evictor.afterStep(), afterPrompt }
  }
