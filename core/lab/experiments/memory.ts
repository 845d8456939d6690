/** Experiments on how memory is handed out: bookkeeping on synthetic requests, no model. */
import { seededRandom } from '../../stats/seeded-random'
import { BlockPool, checkBlockTokens } from '../paged/block-pool'
import { PagedSequence } from '../paged/paged-sequence'
import { memoryShares, type Reservation, reservations } from '../paged/request-trace'
import { type Experiment, type ExperimentResult, resultOf } from './experiment'

const contextTokens = 2048
const poolTokens = 1 << 16

interface ReservationRow {
  readonly reservation: string
  readonly tokens: number
  readonly reserved: number
  readonly free: number
  readonly running: number
}
export const reservationShares: Experiment<ReservationRow> = {
  name: 'reservations',
  title: 'What memory holds when requests reserve it, and when they take blocks',
  expected:
    'Contiguous reservations hold tokens in a fifth to two fifths of the memory (20.4, 26.8 and 38.2 % in the PagedAttention paper), blocks in nearly all of it (96.3 %), ' +
    'so several times as many requests run at once.',
  columns: [
    { key: 'reservation', label: 'reservation', unit: null },
    { key: 'tokens', label: 'holds tokens', unit: '%' },
    { key: 'reserved', label: 'reserved, not written', unit: '%' },
    { key: 'free', label: 'free, of no use', unit: '%' },
    { key: 'running', label: 'requests at once', unit: null },
  ],
}

/** The paper's names, with what each reserves. */
const reservationNames: Readonly<Record<Reservation, string>> = {
  max: 'whole context (max)',
  pow2: 'next power of two (pow2)',
  oracle: 'what it will need (oracle)',
  paged: 'blocks (paged)',
}

export function runReservations(seed: number): ExperimentResult {
  const settings = { poolTokens, contextTokens, blockTokens: 16, steps: 4000 }
  const rows = reservations.map((reservation) => {
    const shares = memoryShares(reservation, seededRandom(seed), settings)
    const percent = { tokens: 100 * shares.tokens, reserved: 100 * shares.reserved, free: 100 * shares.free }
    return { reservation: reservationNames[reservation], ...percent, running: shares.runningRequests }
  })
  return resultOf(
    reservationShares,
    { model: null, text: 'synthetic requests, 161 tokens in and 338 out on average, pool of 65,536', seed },
    rows,
  )
}

interface PageSizeRow {
  readonly blockTokens: number
  readonly fragmentation: number
  readonly blocksPerSequence: number
  readonly running: number
}
export const pageSizes: Experiment<PageSizeRow> = {
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

/** `sizes`: of blocks, in tokens; null for the usual ones. Throws `lab-block-too-large`, before anything is measured. */
export function runPageSizes(seed: number, sizes: readonly number[] | null = null): ExperimentResult {
  for (const size of sizes ?? []) checkBlockTokens(size, contextTokens)
  const rows = (sizes ?? usualPageSizes).map((blockTokens) => {
    const shares = memoryShares('paged', seededRandom(seed), { poolTokens, contextTokens, blockTokens, steps: 4000 })
    const used = shares.tokens + shares.reserved
    return {
      blockTokens,
      fragmentation: (100 * shares.reserved) / used,
      blocksPerSequence: (used * poolTokens) / shares.runningRequests / blockTokens,
      running: shares.runningRequests,
    }
  })
  return resultOf(pageSizes, { model: null, text: 'synthetic requests, 161 tokens in and 338 out on average, pool of 65,536', seed }, rows)
}

interface SharingRow {
  readonly poolTokens: number
  readonly blockTokens: number
  readonly promptTokens: number
  readonly reusedTokens: number
  readonly hitRate: number
}
export const prefixSharing: Experiment<SharingRow> = {
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

/** Conversations take turns; all begin with the same system prompt. The larger pool holds them all to the end, the smaller a part. */
export function runPrefixSharing(seed: number): ExperimentResult {
  const rows = [1 << 16, 1 << 14].flatMap((pool) => [1, 4, 16, 64, 256].map((blockTokens) => sharingWith(pool, blockTokens, seed)))
  return resultOf(
    prefixSharing,
    { model: null, text: `${conversations} conversations of ${turns} turns, a system prompt of ${systemTokens} tokens`, seed },
    rows,
  )
}

function sharingWith(poolTokens: number, blockTokens: number, seed: number): SharingRow {
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
