/** How much of a conversation's next prompt is already in the pool. Random tokens, no model. */
import { seededRandom } from '../../stats/seeded-random'
import { BlockPool } from '../paged/block-pool'
import { PagedSequence } from '../paged/paged-sequence'
import { type Experiment, type ExperimentResult, resultOf } from './experiment'

interface Row {
  readonly poolTokens: number
  readonly blockTokens: number
  readonly promptTokens: number
  readonly reusedTokens: number
  readonly hitRate: number
}
export const prefixSharing: Experiment<Row> = {
  name: 'prefix-sharing',
  title: 'Prefix sharing on conversations of several turns',
  expected:
    'Each turn begins with all turns before it, so most of a prompt is there already; what is lost is the part of a block at its end, ' +
    'which grows with the block, and what the pool had to give to others meanwhile.',
  columns: [
    { key: 'poolTokens', label: 'pool', unit: 'tokens' },
    { key: 'blockTokens', label: 'block', unit: 'tokens' },
    { key: 'promptTokens', label: 'prompt', unit: 'tokens' },
    { key: 'reusedTokens', label: 'reused', unit: 'tokens' },
    { key: 'hitRate', label: 'hit rate', unit: '%' },
  ],
}

const conversations = 40
const turns = 6
const systemTokens = 120

/** The larger pool holds all conversations, the smaller pool only some. */
export function runPrefixSharing(seed: number): ExperimentResult {
  const rows = [1 << 16, 1 << 14].flatMap((pool) => [1, 4, 16, 64, 256].map((blockTokens) => sharingWith(pool, blockTokens, seed)))
  return resultOf(
    prefixSharing,
    { model: null, text: `${conversations} conversations of ${turns} turns, a system prompt of ${systemTokens} tokens`, seed },
    rows,
  )
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
