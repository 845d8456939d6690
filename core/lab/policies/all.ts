/** Every policy of the Lab, in the order of its tables. */
import { h2o, scissorhands, tova } from './cumulative'
import { triAttention } from './geometry'
import { adaKv, pyramidKv, snapKv } from './observation-window'
import type { EvictionPolicy } from './policy'
import { quest } from './quest'
import { fullCache, slidingWindow, streamingLlm } from './recency'
import { rKv } from './redundancy'

export const policies: readonly EvictionPolicy[] = [
  fullCache,
  slidingWindow,
  streamingLlm(),
  h2o,
  scissorhands,
  tova,
  snapKv,
  pyramidKv,
  adaKv,
  rKv,
  quest,
  triAttention,
]
