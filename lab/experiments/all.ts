import { runAttentionShapes } from '../../core/lab/experiments/attention-shapes'
import type { ExperimentName } from '../../core/lab/experiments/experiment'
import { runPageSizes } from '../../core/lab/experiments/page-sizes'
import { runPrefixSharing } from '../../core/lab/experiments/prefix-sharing'
import { runReservations } from '../../core/lab/experiments/reservations'
import type { RunExperiment } from '../forward/lab-session'
import { runAttentionMass } from './attention-mass'
import { runBothWalls } from './both-walls'
import { runCompactionCadence } from './compaction-cadence'
import { runEagerOrOnline } from './eager-or-online'
import { runGrowOrAllocate } from './grow-or-allocate'
import { runKvTypes } from './kv-types'
import { runNaiveOrCached } from './naive-or-cached'
import { runObservationWindow } from './observation-window'
import { runPolicies } from './policies'
import { runSmallestBudget } from './smallest-budget'

export const experiments: { readonly [Name in ExperimentName]: RunExperiment } = {
  'naive-or-cached': runNaiveOrCached,
  'grow-or-allocate': runGrowOrAllocate,
  'attention-shapes': ({ seed }) => runAttentionShapes(seed),
  'eager-or-online': runEagerOrOnline,
  'attention-mass': runAttentionMass,
  policies: runPolicies,
  'observation-window': runObservationWindow,
  'kv-types': runKvTypes,
  reservations: ({ seed }) => runReservations(seed),
  'page-sizes': ({ seed, choices }) => runPageSizes(seed, choices.blockTokens),
  'compaction-cadence': runCompactionCadence,
  'prefix-sharing': ({ seed }) => runPrefixSharing(seed),
  'both-walls': runBothWalls,
  'smallest-budget': runSmallestBudget,
}
