import type { GateChoice } from '../../../core/lab/experiments/experiment'
import { gateSetup } from '../../../core/lab/experiments/setups'
import { policyNamed } from '../../../core/lab/policies/all'
import { policyNames } from '../../../core/lab/recording/limits'
import { baseOf, type PolicyName } from '../../../core/lab/selection/policy'
import { type Flags, listOf, number, UsageError } from './flags'

export const smallestBudgetFlags = { 'max-perplexity-loss': 'string', 'max-recall-loss': 'string', policy: 'string' } as const

/** Returns null without flags, so the experiment uses its defaults. Throws UsageError. */
export function smallestBudgetFrom(flags: Flags): GateChoice | null {
  if (Object.keys(smallestBudgetFlags).every((flag) => flags[flag] === undefined)) return null
  const [perplexity, recall] = [number(flags, 'max-perplexity-loss'), number(flags, 'max-recall-loss')]
  if (perplexity !== undefined && recall !== undefined)
    throw new UsageError('lab takes --max-perplexity-loss or --max-recall-loss, not both')
  const share = recall ?? perplexity ?? gateSetup.mostPerplexityLoss / 100
  if (share < 0 || share > 1) throw new UsageError(`A loss takes a share from 0 to 1, such as 0.01; got "${share}"`)
  return { measure: recall === undefined ? 'perplexity' : 'recall', mostLoss: 100 * share, policies: policiesFrom(flags) ?? null }
}

/** Throws UsageError for an unknown policy, and `lab-policy-without-scores`. */
export const policiesFrom = (flags: Flags): readonly PolicyName[] | undefined =>
  listOf(
    flags,
    'policy',
    (word) => (policyNames.includes(baseOf(word as PolicyName)) ? policyNamed(word as PolicyName).name : undefined),
    `policies (${policyNames.join(', ')}; ada:POLICY if the heads share the budget)`,
  )
