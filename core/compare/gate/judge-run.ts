/** Judges every setting of a run except the reference. */
import type { AccuracyLimits, CompareCell, ComparePlan } from '../../contract/compare/compare-runs'
import type { CompareResultOf } from '../../contract/compare/compare-tasks'
import type { Estimate } from '../statistics/estimate'
import { type GateAnswer, judgeEstimate, judgeRecallLoss, worstOf } from './judge'
import type { Recall } from './recall'

export interface GateFinding {
  readonly variant: number
  readonly answer: GateAnswer
  /** In nats. null if the run has no such limit. */
  readonly divergence: { readonly figure: Estimate; readonly limit: number; readonly answer: GateAnswer } | null
  readonly recall: { readonly setting: Recall; readonly reference: Recall; readonly limit: number; readonly answer: GateAnswer } | null
  /** The size of all caches in the measured context. */
  readonly cacheBytes: number
}

interface Judged {
  readonly plan: ComparePlan | null
  readonly results: readonly CompareCell[]
}

/** Returns only settings with complete measurements, in the plan's order. */
export function gateFindings({ plan, results }: Judged): readonly GateFinding[] {
  const gate = plan?.gate
  if (!plan || !gate) return []
  const reference = recallOf(results, 0)
  return plan.variants.flatMap((_, variant) => (variant === 0 ? [] : (findingOf(results, gate, reference, variant) ?? [])))
}

/** Of the findings within the limits, returns the one with the smallest caches, if any. */
export const cheapestFinding = (findings: readonly GateFinding[]): GateFinding | undefined =>
  findings
    .filter(({ answer }) => answer === 'within')
    .reduce<GateFinding | undefined>((best, one) => (best && best.cacheBytes <= one.cacheBytes ? best : one), undefined)

function findingOf(
  results: readonly CompareCell[],
  { maxNats, maxRecallLoss }: AccuracyLimits,
  reference: Recall | undefined,
  variant: number,
): GateFinding | undefined {
  const quality = resultOf(results, variant, 'quality')
  const setting = recallOf(results, variant)
  const measured = quality ?? resultOf(results, variant, 'passkey')
  if (!measured?.context || (maxNats !== null && !quality) || (maxRecallLoss !== null && !(setting && reference))) return undefined
  const divergence =
    maxNats !== null && quality
      ? { figure: quality.meanDivergence, limit: maxNats, answer: judgeEstimate(quality.meanDivergence, maxNats) }
      : null
  const recall =
    maxRecallLoss !== null && setting && reference
      ? { setting, reference, limit: maxRecallLoss, answer: judgeRecallLoss(reference, setting, maxRecallLoss) }
      : null
  const answer = worstOf([divergence, recall].flatMap((judged) => judged?.answer ?? []))
  return { variant, answer, divergence, recall, cacheBytes: measured.context.allocatedBytes }
}

function recallOf(results: readonly CompareCell[], variant: number): Recall | undefined {
  const byDepth = resultOf(results, variant, 'passkey')?.byDepth
  if (!byDepth) return undefined
  const sum = (of: keyof Recall) => byDepth.reduce((total, one) => total + one[of], 0)
  return { found: sum('found'), trials: sum('trials') }
}

function resultOf<Kind extends 'quality' | 'passkey'>(
  results: readonly CompareCell[],
  variant: number,
  kind: Kind,
): CompareResultOf<Kind> | undefined {
  const cell = results.find((one) => one.variant === variant && one.result?.kind === kind)
  return cell?.result as CompareResultOf<Kind> | undefined
}
