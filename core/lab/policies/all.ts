import type { EvictionPolicy } from '../selection/policy'
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

export const policiesWith = (seed: number): readonly EvictionPolicy[] =>
  policies.map((policy) => (policy === random ? randomWith(seed) : policy))
