/** What a block's size costs in unfilled blocks and block tables. Synthetic requests, no model. */
import { seededRandom } from '../../stats/seeded-random'
import { checkBlockTokens } from '../paged/block-pool'
import { memoryShares } from '../paged/request-trace'
import { busyServer, busyServerText } from './busy-server'
import { type Experiment, type ExperimentResult, resultOf } from './experiment'

interface Row {
  readonly blockTokens: number
  readonly fragmentation: number
  readonly blocksPerSequence: number
  readonly running: number
}
export const pageSizes: Experiment<Row> = {
  name: 'page-sizes',
  title: 'Block size against internal fragmentation',
  expected:
    'Only the last block of a sequence is unfilled, by half of itself on average: fragmentation grows with the block, tables shrink with it. ' +
    '16 wastes some 2 % and is the usual choice.',
  columns: [
    { key: 'blockTokens', label: 'block', unit: 'tokens' },
    { key: 'fragmentation', label: 'internal fragmentation', unit: '%' },
    { key: 'blocksPerSequence', label: 'table entries per sequence', unit: null },
    { key: 'running', label: 'requests at once', unit: null },
  ],
}

const usualPageSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]

/** `sizes`: in tokens; null for the usual sizes. Throws `lab-block-too-large` before it measures anything. */
export function runPageSizes(seed: number, sizes: readonly number[] | null = null): ExperimentResult {
  for (const size of sizes ?? []) checkBlockTokens(size, busyServer.contextTokens)
  const rows = (sizes ?? usualPageSizes).map((blockTokens) => {
    const shares = memoryShares('paged', seededRandom(seed), { ...busyServer, blockTokens })
    const used = shares.tokens + shares.reserved
    return {
      blockTokens,
      fragmentation: (100 * shares.reserved) / used,
      blocksPerSequence: (used * busyServer.poolTokens) / shares.runningRequests / blockTokens,
      running: shares.runningRequests,
    }
  })
  return resultOf(pageSizes, { model: null, text: busyServerText, seed }, rows)
}
