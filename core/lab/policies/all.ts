import type { EvictionPolicy } from '../selection/policy'
import { adaKv } from './attention/ada-kv'
import { h2o } from './attention/h2o'
import { pyramidKv } from './attention/pyramidkv'
import { rKv } from './attention/r-kv'
import { scissorhands } from './attention/scissorhands'
import { snapKv, snapKvEachStep } from './attention/snapkv'
import { tova } from './attention/tova'
import { fullCache } from './blind/full-cache'
import { slidingWindow } from './blind/sliding-window'
import { streamingLlm } from './blind/streaming-llm'
import { quest } from './keys/quest'
import { triAttention } from './queries/triattention'

export const policies: readonly EvictionPolicy[] = [
  fullCache,
  slidingWindow,
  streamingLlm(),
  h2o,
  scissorhands,
  tova,
  snapKv,
  snapKvEachStep,
  pyramidKv,
  adaKv,
  rKv,
  quest,
  triAttention,
]
