import { runAttentionShapes } from '../../core/lab/experiments/attention-shapes'
import type { ExperimentName } from '../../core/lab/experiments/experiment'
import { runPageSizes } from '../../core/lab/experiments/page-sizes'
import { runPrefixSharing } from '../../core/lab/experiments/prefix-sharing'
import { runReservations } from '../../core/lab/experiments/reservations'
import type { RunExperiment } from '../forward/lab-session'
import { runCompactionCadence } from './compaction-cadence'
import { runEagerOrOnline } from './eager-or-online'
import { runGrowOrAllocate } from './grow-or-allocate'
import { runKvTypes } from './kv-types'
import { runNaiveOrCached } from './naive-or-cached'
import { runPolicies } from './policies'

export const experiments: { readonly [Name in ExperimentName]: RunExperiment } = {
  'naive-or-cached': runNaiveOrCached,
  'grow-or-allocate': runGrowOrAllocate,
  'attention-shapes': ({ seed }) => runAttentionShapes(seed),
  'eager-or-online': runEagerOrOnline,
  policies: runPolicies,
  'kv-types': runKvTypes,
  reservations: ({ seed }) => runReservations(seed),
  'page-sizes': ({ seed, blockTokens }) => runPageSizes(seed, blockTokens),
  'compaction-cadence': runCompactionCadence,
  'prefix-sharing': ({ seed }) => runPrefixSharing(seed),
}
