import { seededRandom } from '../../stats/seeded-random'
import { checkBlockTokens } from '../paged/block-pool'
import { memoryShares } from '../paged/request-trace'
import { type ExperimentResult, resultOf } from './experiment'
import { busyServer } from './setups'

interface Row {
  readonly blockTokens: number
  readonly fragmentation: number
  readonly blocksPerSequence: number
  readonly running: number
}
const usualPageSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/** `sizes`: in tokens. Throws `lab-block-too-large`. */
export function runPageSizes(seed: number, sizes: readonly number[] = usualPageSizes): ExperimentResult {
  for (const size of sizes) checkBlockTokens(size, busyServer.contextTokens)
  const rows = sizes.map((blockTokens): Row => {
    const shares = memoryShares('paged', seededRandom(seed), { ...busyServer, blockTokens })
    const used = shares.tokens + shares.reserved
    return {
      blockTokens,
      fragmentation: (100 * shares.reserved) / used,
      blocksPerSequence: (used * busyServer.poolTokens) / shares.runningRequests / blockTokens,
      running: shares.runningRequests,
    }
  })
  return resultOf('page-sizes', { model: null, seed }, rows)
}
