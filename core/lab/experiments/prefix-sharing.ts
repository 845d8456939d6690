/** Uses random tokens and no model. */
import { seededRandom } from '../../stats/seeded-random'
import { BlockPool } from '../paged/block-pool'
import { PagedSequence } from '../paged/paged-sequence'
import { type ExperimentResult, resultOf } from './experiment'
import { sharingSetup } from './setups'

interface Row {
  readonly poolTokens: number
  readonly blockTokens: number
  readonly promptTokens: number
  readonly reusedTokens: number
  readonly hitRate: number
}
const { conversations, turns, systemTokens } = sharingSetup

export function runPrefixSharing(seed: number): ExperimentResult {
  const rows = [1 << 16, 1 << 14].flatMap((pool) => [1, 4, 16, 64, 256].map((blockTokens) => sharingWith(pool, blockTokens, seed)))
  return resultOf('prefix-sharing', { model: null, seed }, rows)
}

function sharingWith(poolTokens: number, blockTokens: number, seed: number): Row {
  const random = seededRandom(seed)
  const pool = new BlockPool(poolTokens / blockTokens, blockTokens)
  const draw = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 50_000))
  const system = draw(systemTokens)
  const histories = Array.from({ length: conversations }, () => [...system])
  let promptTokens = 0
  let reusedTokens = 0
  for (let turn = 0; turn < turns; turn++)
    for (const history of histories) {
      history.push(...draw(10 + Math.floor(random() * 60)))
      const answer = draw(20 + Math.floor(random() * 160))
      const sequence = new PagedSequence(pool)
      promptTokens += history.length
      reusedTokens += sequence.reusePrefix(history)
      sequence.append(history.slice(sequence.length))
      sequence.append(answer)
      sequence.rememberPrefix()
      sequence.clear()
      history.push(...answer)
    }
  return { poolTokens, blockTokens, promptTokens, reusedTokens, hitRate: (100 * reusedTokens) / promptTokens }
}
