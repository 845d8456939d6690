import { copy } from '../../core/copy/copy'
import { type Experiment, resultOf } from '../../core/lab/experiments/experiment'
import { policies } from '../../core/lab/policies/all'
import { fullCache } from '../../core/lab/policies/full-cache'
import { checkBudget, type EvictionPolicy, type Signal } from '../../core/lab/selection/policy'
import { ContiguousCache } from '../cache/contiguous-cache'
import { Evictor } from '../eviction/evictor'
import { type GeometryOf, measureGeometry } from '../eviction/measure-geometry'
import { cacheShapeFor, type LabSession, type RunExperiment, timed } from '../forward/lab-session'
import { calibration, documents, passkeys } from '../texts/heldout'
import { recalls, surprise } from './quality'

interface Row {
  readonly policy: string
  readonly signal: Signal
  readonly budgetTokens: number | null
  /** Mean cells per head at the end of a text. */
  readonly heldCells: number
  readonly perplexity: number
  readonly recall: number
  readonly peakScoreBytes: number
  readonly msPerToken: number
}

export const policyTable: Experiment<Row> = {
  name: 'policies',
  title: 'Eviction policies: budget against perplexity and recall',
  expected:
    'Perplexity falls towards that of the full cache as the budget grows. Recency alone loses facts that stand further back than its budget; policies that look at attention or keys can keep ' +
    'them. Policies that compress once, after the prompt, read half of a text as one and keep all of the rest: they hold that much more. Policies that read weights hold a score matrix of T x C numbers where the others hold a tile (wall 1). Quest keeps the quality by keeping the memory.',
  columns: [
    { key: 'policy', label: 'policy', unit: null },
    { key: 'signal', label: 'reads', unit: null },
    { key: 'budgetTokens', label: 'budget', unit: 'cells per head' },
    { key: 'heldCells', label: 'held at the end', unit: 'cells per head' },
    { key: 'perplexity', label: 'perplexity', unit: null },
    { key: 'recall', label: 'passkeys recalled', unit: '%' },
    { key: 'peakScoreBytes', label: 'scores alive', unit: 'bytes' },
    { key: 'msPerToken', label: 'time', unit: 'ms per token' },
  ],
}

const ownBudgets = [48, 96, 192]
/** Cells above the budget before a pass. */
const slackTokens = 16
const textTokens = 320

export const runPolicies: RunExperiment = (session) => {
  const { model, seed, report } = session
  const budgets = session.budgets ?? ownBudgets
  for (const policy of policies) for (const budget of budgets) checkBudget(policy, budget)
  const geometry = measureGeometry(model, model.tokenizer.encode(calibration).subarray(0, 512))
  const cases = policies.flatMap((policy) => budgetsOf(policy, budgets).map((budget) => ({ policy, budget })))
  const rows = cases.map(({ policy, budget }, index) => {
    report(index / cases.length, { kind: 'policy', policy: policy.name, budgetTokens: budget })
    return measure(session, policy, budget, geometry)
  })
  const text = `${documents.length} held-out documents to ${textTokens} tokens each in chunks of 16; ${passkeys.length} passkeys in prompts of 256 tokens`
  const notes = policies.flatMap(({ name }) => {
    const { departs } = copy.lab.policies.texts[name]
    return departs ? [`${name}: ${departs}`] : []
  })
  return resultOf(policyTable, { model: model.name, text, seed }, rows, notes)
}

const budgetsOf = (policy: EvictionPolicy, budgets: readonly number[]): readonly (number | null)[] =>
  policy === fullCache ? [null] : budgets

function measure({ model }: LabSession, policy: EvictionPolicy, budget: number | null, geometry: GeometryOf): Row {
  let peakScores = 0
  const setup = () => {
    const cache = new ContiguousCache(cacheShapeFor(model, textTokens + 64))
    const eviction = { policy, budgetTokens: budget ?? textTokens, slackTokens, geometry }
    return { cache, evictor: new Evictor(cache, eviction, model.shape.queryHeads) }
  }
  const withSetup = <T>(
    work: (setup: { cache: ContiguousCache; attend: Evictor['attend']; afterStep: () => void; afterPrompt: () => void }) => T,
  ): T => {
    const { cache, evictor } = setup()
    const result = work({ cache, attend: evictor.attend, afterStep: () => evictor.afterStep(), afterPrompt: () => evictor.afterPrompt() })
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
