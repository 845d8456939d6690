import type { EvictionPolicy } from '../selection/policy'
import { adaKv } from './ada-kv'
import { fullCache } from './full-cache'
import { h2o } from './h2o'
import { pyramidKv } from './pyramidkv'
import { quest } from './quest'
import { rKv } from './r-kv'
import { scissorhands } from './scissorhands'
import { slidingWindow } from './sliding-window'
import { snapKv, snapKvEachStep } from './snapkv'
import { streamingLlm } from './streaming-llm'
import { tova } from './tova'
import { triAttention } from './triattention'

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
