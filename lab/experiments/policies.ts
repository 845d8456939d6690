import { resultOf } from '../../core/lab/experiments/experiment'
import { policiesSetup } from '../../core/lab/experiments/setups'
import { policiesWith } from '../../core/lab/policies/all'
import { fullCache } from '../../core/lab/policies/blind/full-cache'
import { checkBudget, type EvictionPolicy, type PolicyName, type Signal } from '../../core/lab/selection/policy'
import { ContiguousCache } from '../cache/contiguous-cache'
import { Evictor } from '../eviction/evictor'
import { type GeometryOf, measureGeometry } from '../eviction/measure-geometry'
import { cacheShapeFor, type LabSession, type RunExperiment, timed } from '../forward/lab-session'
import { calibration, documents, passkeys } from '../texts/heldout'
import { recalls, surprise } from './quality'

interface Row {
  readonly policy: PolicyName
  readonly signal: Signal
  readonly budgetTokens: number | null
  /** Mean cells per head at the end of a text. */
  readonly heldCells: number
  readonly perplexity: number
  readonly recall: number
  readonly peakScoreBytes: number
  readonly msPerToken: number
}

const ownBudgets = [48, 96, 192]
/** Cells above the budget before a pass. */
const slackTokens = 16
const { textTokens } = policiesSetup

export const runPolicies: RunExperiment = (session) => {
  const { model, seed, report } = session
  const budgets = session.budgets ?? ownBudgets
  const policies = policiesWith(seed)
  for (const policy of policies) for (const budget of budgets) checkBudget(policy, budget)
  const geometry = measureGeometry(model, model.tokenizer.encode(calibration).subarray(0, 512))
  const cases = policies.flatMap((policy) => budgetsOf(policy, budgets).map((budget) => ({ policy, budget })))
  const rows = cases.map(({ policy, budget }, index) => {
    report(index / cases.length, { kind: 'policy', policy: policy.name, budgetTokens: budget })
    return measure(session, policy, budget, geometry)
  })
  return resultOf('policies', { model: model.name, seed }, rows)
}

const budgetsOf = (policy: EvictionPolicy, budgets: readonly number[]): readonly (number | null)[] =>
  policy === fullCache ? [null] : budgets

function measure({ model }: LabSession, policy: EvictionPolicy, budget: number | null, geometry: GeometryOf): Row {
  let peakScores = 0
  const setup = () => {
    const cache = new ContiguousCache(cacheShapeFor(model, textTokens + 64))
    const eviction = { policy, budgetTokens: budget ?? textTokens, slackTokens, geometry }
    return { cache, evictor: new Evictor(cache, eviction, model) }
  }
  const withSetup = <T>(
    work: (setup: {
      cache: ContiguousCache
      attend: Evictor['attend']
      afterStep: () => void
      afterPrompt: (prompt: Int32Array) => void
    }) => T,
  ): T => {
    const { cache, evictor } = setup()
    const result = work({
      cache,
      attend: evictor.attend,
      afterStep: () => evictor.afterStep(),
      afterPrompt: (prompt) => evictor.afterPrompt(prompt),
    })
    peakScores = Math.max(peakScores, evictor.cost.peakScores)
    return result
  }
  const { ms, result: read } = timed(() => {
    const each = documents.map((text) =>
      withSetup((own) => ({
        ...surprise(model, own, model.tokenizer.encode(text).subarray(0, textTokens)),
        heldCells: meanCells(own.cache),
      })),
    )
    return {
      nats: sum(each.map(({ nats }) => nats)),
      tokens: sum(each.map(({ tokens }) => tokens)),
      heldCells: sum(each.map(({ heldCells }) => heldCells)) / each.length,
    }
  })
  const recalled = passkeys.filter((passkey) => withSetup((own) => recalls(model, own, passkey))).length
  return {
    policy: policy.name,
    signal: policy.signal,
    budgetTokens: budget,
    heldCells: read.heldCells,
    perplexity: Math.exp(read.nats / read.tokens),
    recall: (100 * recalled) / passkeys.length,
    peakScoreBytes: 4 * peakScores,
    msPerToken: ms / read.tokens,
  }
}

function meanCells(cache: ContiguousCache): number {
  const { layers, kvHeads } = cache.shape
  const used = Array.from({ length: layers * kvHeads }, (_, list) => cache.used(Math.floor(list / kvHeads), 0, list % kvHeads))
  return sum(used) / used.length
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
