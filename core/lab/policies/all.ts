import { coded } from '../../contract/errors/coded-error'
import { sharing } from '../selection/adaptive'
import { baseOf, type EvictionPolicy, type PolicyName, type ScoredPolicy } from '../selection/policy'
import { adaKv } from './attention/ada-kv'
import { chunkKv } from './attention/chunkkv'
import { h2o } from './attention/h2o'
import { kvZip } from './attention/kvzip'
import { pyramidKv } from './attention/pyramidkv'
import { rKv } from './attention/r-kv'
import { scissorhands } from './attention/scissorhands'
import { snapKv, snapKvEachStep } from './attention/snapkv'
import { tova } from './attention/tova'
import { fullCache } from './blind/full-cache'
import { random, randomWith } from './blind/random'
import { slidingWindow } from './blind/sliding-window'
import { streamingLlm } from './blind/streaming-llm'
import { keyDiff } from './keys/keydiff'
import { knorm } from './keys/knorm'
import { lagKv } from './keys/lagkv'
import { quest } from './keys/quest'
import { duoAttention } from './queries/duo-attention'
import { adaExpectedAttention, expectedAttention } from './queries/expected-attention'
import { triAttention } from './queries/triattention'

export const policies: readonly EvictionPolicy[] = [
  fullCache,
  random,
  slidingWindow,
  streamingLlm(),
  h2o,
  scissorhands,
  tova,
  snapKv,
  snapKvEachStep,
  pyramidKv,
  adaKv,
  chunkKv,
  rKv,
  quest,
  knorm,
  keyDiff,
  lagKv,
  triAttention,
  expectedAttention,
  adaExpectedAttention,
  duoAttention,
  kvZip,
]

const scored = policies.filter((policy): policy is ScoredPolicy => 'scoresOf' in policy)

/** Each policy that scores the cells of one head, with a budget that the heads of a layer share. */
export const sharedPolicies: readonly EvictionPolicy[] = scored.map(sharing)

/** `ada:snapkv` is another name of Ada-KV. Throws `lab-policy-without-scores`. */
export function policyNamed(name: PolicyName): EvictionPolicy {
  if (name === 'ada:snapkv') return adaKv
  const policy = [...policies, ...sharedPolicies].find((one) => one.name === name)
  if (!policy) throw coded('lab-policy-without-scores', { policy: baseOf(name), scored: scored.map((one) => one.name) })
  return policy
}

/** All `policies`, or those with the given names. */
export function policiesFor(seed: number, names: readonly PolicyName[] | null = null): readonly EvictionPolicy[] {
  const seeded = policies.map((policy) => (policy === random ? randomWith(seed) : policy))
  return names ? [...seeded, ...sharedPolicies].filter(({ name }) => names.includes(name)) : seeded
}
