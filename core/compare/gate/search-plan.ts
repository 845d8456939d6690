import type { CompareCell, ComparePlan } from '../../contract/compare/compare-runs'
import type { KvSettings } from '../../contract/settings/kv-settings'
import { localSettings, localVariants } from '../on-server'
import { type CandidateAnswer, type Candidates, nextCandidate, openCandidates } from './cheapest'
import { gateFindings } from './judge-run'
import { hasNoMoreBits, type KvPair } from './kv-pairs'

/** Keeps the reference and the parts that a limit needs. */
export function searchPlanOf<Plan extends Omit<ComparePlan, 'modelId' | 'title'>>(plan: Plan): Plan {
  const { gate, variants } = plan
  return {
    ...plan,
    variants: localVariants(variants).slice(0, 1),
    speed: null,
    latency: null,
    quality: typeof gate?.maxNats === 'number' ? plan.quality : null,
    passkey: typeof gate?.maxRecallLoss === 'number' ? plan.passkey : null,
    toolCalls: null,
    schemas: null,
    answers: null,
    cacheless: null,
  }
}

/** Returns null if the search has ended. `pairs` come from `cheaperPairs`. */
export function nextSetting(pairs: readonly KvPair[], plan: ComparePlan, results: readonly CompareCell[]): KvSettings | null {
  const reference = localSettings(plan.variants[0])
  const next = nextCandidate(candidatesOf(pairs, plan, results))
  return reference && next ? { ...reference, keyType: next.keyType, valueType: next.valueType } : null
}

/** From 0 to 1. */
export const decidedShare = (pairs: readonly KvPair[], plan: ComparePlan, results: readonly CompareCell[]): number =>
  pairs.length === 0 ? 1 : 1 - openCandidates(candidatesOf(pairs, plan, results)).length / pairs.length

function candidatesOf(pairs: readonly KvPair[], plan: ComparePlan, results: readonly CompareCell[]): Candidates<KvPair> {
  const findings = gateFindings({ plan, results })
  const variantOf = (pair: KvPair) =>
    localVariants(plan.variants).findIndex(
      ({ keyType, valueType }, at) => at > 0 && keyType === pair.keyType && valueType === pair.valueType,
    )
  return {
    all: pairs,
    costOf: ({ bytes }) => bytes,
    isNoBetter: hasNoMoreBits,
    answerOf(pair): CandidateAnswer | undefined {
      const variant = variantOf(pair)
      if (variant < 0) return undefined
      return findings.find((finding) => finding.variant === variant)?.answer ?? 'failed'
    },
  }
}
